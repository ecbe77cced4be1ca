import type { Migration } from "kysely/migration";
import type { Db } from "../store/schema.ts";

/** By which keys a database was written, so that a process with others is found at its start. */
export interface VenueKeyTable {
  name: string;
  /** One way: nobody learns a key from it. */
  fingerprint: string;
  since_at: number;
}

declare module "../store/schema.ts" {
  interface Tables {
    venue_key: VenueKeyTable;
  }
}

export const keyMigrations: Record<string, Migration> = {
  "0240-keys": {
    async up(db) {
      await db.schema
        .createTable("venue_key")
        .addColumn("name", "text", (c) => c.primaryKey())
        .addColumn("fingerprint", "text", (c) => c.notNull())
        .addColumn("since_at", "bigint", (c) => c.notNull())
        .execute();
    },
  },
};

/** Notes the fingerprint where none is noted; answers the one that is. */
export async function noteKey(db: Db, key: VenueKeyTable): Promise<string> {
  await db
    .insertInto("venue_key")
    .values(key)
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await findKey(db, key.name)) ?? key.fingerprint;
}

export async function findKey(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("venue_key")
    .select("fingerprint")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.fingerprint;
}

export async function replaceKey(db: Db, { name, ...facts }: VenueKeyTable): Promise<void> {
  await db.updateTable("venue_key").set(facts).where("name", "=", name).execute();
}
