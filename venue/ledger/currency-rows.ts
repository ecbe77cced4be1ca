/** SQL of the currencies' scales. */
import type { Migration } from "kysely/migration";
import type { Db } from "../store/schema.ts";

/** Decimals of a currency's minor unit, as they were when the venue first knew it. */
export interface CurrencyTable {
  flag: string;
  scale: number;
  created_at: number;
}

declare module "../store/schema.ts" {
  interface Tables {
    currency: CurrencyTable;
  }
}

export const walletMigrations: Record<string, Migration> = {
  "0040-wallet": {
    async up(db) {
      await db.schema
        .createTable("currency")
        .addColumn("flag", "text", (column) => column.primaryKey())
        .addColumn("scale", "integer", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
};

export async function readScales(db: Db): Promise<{ flag: string; scale: number }[]> {
  return db.selectFrom("currency").select(["flag", "scale"]).orderBy("flag").execute();
}

/** Keeps the scales of currencies that have none yet; a kept scale stays. */
export async function storeScales(
  db: Db,
  scales: readonly { flag: string; scale: number }[],
  now: number,
): Promise<void> {
  if (scales.length === 0) return;
  await db
    .insertInto("currency")
    .values(scales.map((row) => ({ ...row, created_at: now })))
    .onConflict((conflict) => conflict.column("flag").doNothing())
    .execute();
}
