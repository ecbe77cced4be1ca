import type { CompiledQuery } from "kysely";
import { isPostgres } from "./migrate.ts";
import type { Db } from "./schema.ts";
import { DirectAdapter } from "./sqlite-connection.ts";

/** What a fixed query's values are made of; their order within objects must not vary between calls. */
export type Values =
  | string
  | number
  | bigint
  | null
  | readonly Values[]
  | { readonly [name: string]: Values };

/** Stands in a query for the value that comes with each call. */
class Slot {
  readonly index: number;

  constructor(index: number) {
    this.index = index;
  }
}

/**
 * A query on the hot path, whose building by Kysely would cost more than its running. It is built once
 * per engine and per length of its lists; after that only the values differ.
 *
 *     const byId = fixedQuery((db, { id }: { id: number }) =>
 *       db.selectFrom("account").select("balance").where("id", "=", id).compile());
 *     const [account] = await byId(tx.db, { id: 7 });
 *
 * `build` gets stand-ins typed as the values: it may put them into the query, not look at them. (Type
 * the values by a literal or `type`; an `interface` has no index signature and does not fit.)
 */
export function fixedQuery<V extends Values, R>(
  build: (db: Db, values: V) => CompiledQuery<R>,
): (db: Db, values: V) => Promise<R[]> {
  const built = new Map<string, CompiledQuery<R>>();
  return async (db, values) => {
    const flat: (string | number | bigint | null)[] = [];
    const shape = `${isPostgres(db)} ${flatten(values, flat)}`;
    let query = built.get(shape);
    if (query === undefined) {
      query = build(db, standIns(values, { next: 0 }) as V);
      if (built.size < 100) built.set(shape, query);
    }
    // Only building asks the connection's plugins, and one of them knows whether the command is over.
    const executor = db.getExecutor();
    executor.transformQuery(query.query, query.queryId);
    const parameters = query.parameters.map((p) => (p instanceof Slot ? flat[p.index] : p));
    if (executor.adapter instanceof DirectAdapter)
      return executor.adapter.rows(query.sql, parameters) as R[];
    const { rows } = await db.executeQuery<R>({ ...query, parameters });
    return rows;
  };
}

/** Appends the leaves in order and returns the lengths of the lists on the way. */
function flatten(values: Values, flat: (string | number | bigint | null)[]): string {
  if (values === null || typeof values !== "object") {
    flat.push(values);
    return "";
  }
  const inner = Object.values<Values>(values).map((value) => flatten(value, flat));
  return Array.isArray(values) ? `[${values.length}${inner.join("")}]` : inner.join("");
}

/** The same structure with a numbered slot for each leaf. */
function standIns(values: Values, count: { next: number }): unknown {
  if (values === null || typeof values !== "object") return new Slot(count.next++);
  if (Array.isArray(values)) return values.map((value: Values) => standIns(value, count));
  return Object.fromEntries(
    Object.entries<Values>(values).map(([name, value]) => [name, standIns(value, count)]),
  );
}
