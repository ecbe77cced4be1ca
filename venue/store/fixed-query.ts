import type { Compilable, CompiledQuery, Kysely, Selectable } from "kysely";
import { isPostgres } from "./migrate.ts";
import type { Db, Tables } from "./schema.ts";
import { DirectAdapter } from "./sqlite-connection.ts";

/** What a fixed query's values are made of. Objects have the same names in each call, in any order. */
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
 * @returns the id of the row, undefined where its `on conflict` wrote none
 */
export function fixedInsert<V extends Values>(
  build: (
    db: Db,
    values: V,
  ) => { returning: (id: "id") => Compilable<{ id: number }> } & Compilable,
): (db: Db, values: V) => Promise<number | undefined> {
  const ready = readyFor((db, values: V) => {
    const insert = build(db, values);
    return isPostgres(db) ? insert.returning("id").compile() : insert.compile();
  });
  return async (db, values) => {
    const { query, parameters, direct } = ready(db, values);
    if (direct) {
      const { count, lastId } = direct.change(query.sql, parameters);
      return count > 0 ? lastId : undefined;
    }
    const { rows } = await db.executeQuery({ ...query, parameters });
    const [row] = rows as { id: number }[];
    return row?.id;
  };
}

/**
 * As {@link fixedQuery}, for what may change of a row.
 * @param columns those that are written; the others stay
 */
export function fixedUpdate<
  Table extends keyof Tables,
  Name extends keyof Selectable<Tables[Table]> & string,
>(
  table: Table,
  columns: readonly Name[],
): (db: Db, row: { id: number } & Pick<Selectable<Tables[Table]>, Name>) => Promise<void> {
  const update = fixedQuery(
    (db, { id, set }: { id: number; set: { readonly [name: string]: Values } }) =>
      // Kysely cannot follow a table that is yet to be named.
      (db as unknown as Kysely<Record<string, { id: number }>>)
        .updateTable(table as string)
        .set(set)
        .where("id", "=", id)
        .compile(),
  );
  return async (db, row) => {
    const set: Record<string, Values> = {};
    for (const name of columns) set[name] = row[name] as Values;
    await update(db, { id: row.id, set });
  };
}

/** Forms of a query by the lengths of its lists: those that are built once, and those that get a name. */
const mostBuilt = 100;
const mostNamed = 8;
/** Of a statement with a name: each connection keeps its plan. */
const mostParameters = 40;

const names = new Map<string, string>();

function nameStatement({ sql, parameters }: CompiledQuery): void {
  // PostgreSQL lets no named statement answer other columns than before, which `*` does after a migration.
  if (parameters.length > mostParameters || /(select|returning) \*|\.\*/.test(sql)) return;
  names.set(sql, names.get(sql) ?? `fixed${names.size}`);
}

/** The name under which PostgreSQL may prepare a fixed query; undefined for any other text. */
export function statementName(sql: string): string | undefined {
  return names.get(sql);
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
  let form: Form;
  return (db, values) => {
    const built = isPostgres(db) ? builtForPostgres : builtForSqlite;
    const flat: Leaf[] = [];
    form ??= formOf(values);
    const lengths = flatten(values, form, flat);
    let query = built.get(lengths);
    if (query === undefined) {
      query = build(db, standIns(values, form, { next: 0 }) as V);
      if (built.size < mostBuilt) built.set(lengths, query);
      if (isPostgres(db) && built.size <= mostNamed) nameStatement(query);
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

/** How the values of a query are nested, by its first call: a list of what, or which names; undefined for a leaf. */
type Form =
  | { readonly isList: true; each: Form }
  | { readonly isList: false; readonly parts: readonly (readonly [name: string, form: Form])[] }
  | undefined;

const isList = (values: Values): values is readonly Values[] => Array.isArray(values);

function formOf(values: Values): Form {
  if (values === null || typeof values !== "object") return undefined;
  if (isList(values)) {
    const [first] = values;
    return { isList: true, each: first === undefined ? undefined : formOf(first) };
  }
  const parts = Object.entries<Values>(values).map(
    ([name, value]) => [name, formOf(value)] as const,
  );
  return { isList: false, parts };
}

/** Appends the leaves in the order of the form, and returns the lengths of the lists on the way. */
function flatten(values: Values, form: Form, flat: Leaf[]): string {
  if (values === null || typeof values !== "object") {
    flat.push(values);
    return "";
  }
  let inner = "";
  if (isList(values)) {
    if (!form?.isList) throw new TypeError("a list where the first call had none");
    // It was empty until now.
    if (form.each === undefined && values[0] !== undefined) form.each = formOf(values[0]);
    for (const value of values) inner += flatten(value, form.each, flat);
    return `[${values.length}${inner}]`;
  }
  if (form === undefined || form.isList)
    throw new TypeError("an object where the first call had none");
  for (const [name, part] of form.parts) {
    const value = values[name];
    if (value === undefined) throw new TypeError(`${name} is missing`);
    inner += flatten(value, part, flat);
  }
  return inner;
}

/** The same structure with a numbered slot for each leaf. */
function standIns(values: Values, form: Form, count: { next: number }): unknown {
  if (values === null || typeof values !== "object") return new Slot(count.next++);
  if (isList(values))
    return values.map((value) => standIns(value, form?.isList ? form.each : undefined, count));
  const parts = form === undefined || form.isList ? [] : form.parts;
  return Object.fromEntries(
    parts.map(([name, part]) => [name, standIns(values[name] ?? null, part, count)]),
  );
}
