/** SQL of which version a database is of. */
import { sql } from "kysely";
import type { Db } from "../../store/schema.ts";

/** The migrations this database has had; none where it is no venue's. */
export async function readRanMigrations(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === "kysely_migration")) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
