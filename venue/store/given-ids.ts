/** SQL of the numbers that the database gives to new rows. */
import { sql } from "kysely";
import { isPostgres } from "./migrate.ts";
import type { Db } from "./schema.ts";

/** The last number given, by table (SQLite) or sequence (PostgreSQL). */
export type GivenIds = Readonly<Record<string, number>>;

export async function readGivenIds(db: Db): Promise<GivenIds> {
  const { rows } = isPostgres(db)
    ? await sql<{ name: string; last: number | bigint }>`
        select sequencename as name, last_value as last from pg_sequences
          where schemaname = current_schema() and last_value is not null`.execute(db)
    : await sql<{ name: string; last: number | bigint }>`
        select name, seq as last from sqlite_sequence`.execute(db);
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]));
}

/** Gives no number up to these again. */
export async function skipIds(db: Db, ids: GivenIds): Promise<void> {
  const given = await readGivenIds(db);
  for (const [name, last] of Object.entries(ids)) {
    if (last <= (given[name] ?? 0)) continue;
    if (isPostgres(db))
      await sql`select setval(sequencename::regclass, ${last}) from pg_sequences
        where schemaname = current_schema() and sequencename = ${name}`.execute(db);
    else if (given[name] === undefined)
      await sql`insert into sqlite_sequence (name, seq) select name, ${last} from sqlite_master
        where type = 'table' and name = ${name}`.execute(db);
    else await sql`update sqlite_sequence set seq = ${last} where name = ${name}`.execute(db);
  }
}
