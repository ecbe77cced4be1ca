import { type RawBuilder, sql } from "kysely";
import type { Db } from "./schema.ts";

/** A table and the column by which its partial indexes begin. */
export interface Keyed {
  table: string;
  key: string;
}

/** For {@link readByKey}: a value of the first row of a key that is `where`, by an order that the index has. */
export function firstOf(
  { table, key }: Keyed,
  value: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select ${value} from ${sql.table(table)} where ${where} and ${sql.ref(`${table}.${key}`)} = waiting.key order by ${order} limit 1)`;
}

/** Asks for each key that has such rows, going from one to the next in the index instead of over all rows. */
export async function readByKey<Row>(
  db: Db,
  { table, key }: Keyed,
  isOne: RawBuilder<boolean>,
  columns: readonly RawBuilder<unknown>[],
): Promise<(Row & { key: string })[]> {
  const [rows, column] = [sql.table(table), sql.ref(`${table}.${key}`)];
  const { rows: found } = await sql<Row & { key: string }>`
    with recursive waiting(key) as (
      select min(${column}) from ${rows} where ${isOne}
      union all
      select (select min(${column}) from ${rows} where ${isOne} and ${column} > waiting.key) from waiting where waiting.key is not null
    )
    select ${sql.join([sql`waiting.key as key`, ...columns])} from waiting where waiting.key is not null`.execute(
    db,
  );
  return found;
}
