import pg from "pg";
import { locksOfVenues } from "./postgres-channel.ts";

/**
 * Reads every row of every table that the venue may read, so that a page which a disk or a power cut has damaged is
 * found before a query misses what stood on it. PostgreSQL says which pages are damaged where the cluster has
 * checksums; without them it knows only those whose head is. Not while another venue works on the database: it has
 * looked, and a restart in turn is not to wait.
 * @throws DatabaseError of class XX (PostgreSQL, appendix A) that names the file and the page
 */
export async function lookThrough(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // A query that was running ends with it, too; unheard it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows: venues } = await client.query(`select 1 from pg_locks where ${locksOfVenues}`);
    if (venues.length > 0) return;
    await client.query("begin transaction isolation level repeatable read read only");
    // Large tables take a while, and what else stands in the database is its owner's.
    await client.query("set local statement_timeout = 0");
    for (const kind of ["indexscan", "indexonlyscan", "bitmapscan"])
      await client.query(`set local enable_${kind} = off`);
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname = any(current_schemas(false))
          and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')`,
    );
    // A row as text is a row with what stands beside its page, too.
    for (const { name } of tables)
      await client.query(`select sum(length(one::text)) from ${name} as one`);
  } finally {
    await client.end();
  }
}
