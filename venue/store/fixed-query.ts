import type { Compilable, CompiledQuery } from "kysely";
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
  const ready = readyFor(build);
  return async (db, values) => {
    const { query, parameters, direct } = ready(db, values);
    if (direct) return direct.rows(query.sql, parameters) as R[];
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}

/** As {@link fixedQuery}, for a statement that answers no rows. @returns how many it wrote */
export function fixedChange<V extends Values>(
  build: (db: Db, values: V) => CompiledQuery,
): (db: Db, values: V) => Promise<number> {
  const ready = readyFor(build);
  return async (db, values) => {
    const { query, parameters, direct } = ready(db, values);
    if (direct) return direct.change(query.sql, parameters).count;
    return Number((await db.executeQuery({ ...query, parameters })).numAffectedRows);
  };
}

/**
 * As {@link fixedQuery}, for one new row of a table that numbers its rows. SQLite knows the number without `returning`,
 * which costs it a third of the insert.
 * @param build the insert without `returning`
 * @returns the id of the row
 */
export function fixedInsert<V extends Values>(
  build: (
    db: Db,
    values: V,
  ) => { returning: (id: "id") => Compilable<{ id: number }> } & Compilable,
): (db: Db, values: V) => Promise<number> {
  const ready = readyFor((db, values: V) => {
    const insert = build(db, values);
    return isPostgres(db) ? insert.returning("id").compile() : insert.compile();
  });
  return async (db, values) => {
    const { query, parameters, direct } = ready(db, values);
    if (direct) return direct.change(query.sql, parameters).lastId;
    const { rows } = await db.executeQuery({ ...query, parameters });
    const [row] = rows as { id: number }[];
    if (row === undefined) throw new Error("a row was not written");
    return row.id;
  };
}

interface Ready<Q> {
  query: Q;
  parameters: readonly unknown[];
  /** What runs it at once, on SQLite. */
  direct: DirectAdapter | undefined;
}

/** Builds a query at its first call of a kind; answers it with the values of each call, and SQLite where that runs it. */
function readyFor<V extends Values, Q extends CompiledQuery>(
  build: (db: Db, values: V) => Q,
): (db: Db, values: V) => Ready<Q> {
  const builtForPostgres = new Map<string, Q>();
  const builtForSqlite = new Map<string, Q>();
  return (db, values) => {
    const built = isPostgres(db) ? builtForPostgres : builtForSqlite;
    const flat: Leaf[] = [];
    const lengths = flatten(values, flat);
    let query = built.get(lengths);
    if (query === undefined) {
      query = build(db, standIns(values, { next: 0 }) as V);
      if (built.size < 100) built.set(lengths, query);
    }
    // Only building asks the connection's plugins, and one of them knows whether the command is over.
    const executor = db.getExecutor();
    executor.transformQuery(query.query, query.queryId);
    const parameters = query.parameters.map((p) => (p instanceof Slot ? flat[p.index] : p));
    const { adapter } = executor;
    return { query, parameters, direct: adapter instanceof DirectAdapter ? adapter : undefined };
  };
}

type Leaf = string | number | bigint | null;

const isList = (values: Values): values is readonly Values[] => Array.isArray(values);

/** Appends the leaves in order and returns the lengths of the lists on the way. */
function flatten(values: Values, flat: Leaf[]): string {
  if (values === null || typeof values !== "object") {
    flat.push(values);
    return "";
  }
  let inner = "";
  if (!isList(values)) {
    for (const name of Object.keys(values)) inner += flatten(values[name] ?? null, flat);
    return inner;
  }
  for (const value of values) inner += flatten(value, flat);
  return `[${values.length}${inner}]`;
}

/** The same structure with a numbered slot for each leaf. */
function standIns(values: Values, count: { next: number }): unknown {
  if (values === null || typeof values !== "object") return new Slot(count.next++);
  if (Array.isArray(values)) return values.map((value: Values) => standIns(value, count));
  return Object.fromEntries(
    Object.entries<Values>(values).map(([name, value]) => [name, standIns(value, count)]),
  );
}
