/** SQL of a halt that the operator calls: nothing new is opened until the venue is started again. */
import type { Migration } from "kysely/migration";
import * as codes from "#protocol/wire/error-codes.ts";
import { fixedQuery } from "../store/fixed-query.ts";
import { Refusal } from "../store/refusal.ts";
import type { Db } from "../store/schema.ts";

declare module "../store/schema.ts" {
  interface Tables {
    /** At most one row, while nothing new may be opened. */
    market_halt: { id: number; since: number; reason: string };
  }
}

export const marketHaltMigrations: Record<string, Migration> = {
  "0153-market-halt": {
    async up(db) {
      await db.schema
        .createTable("market_halt")
        .addColumn("id", "integer", (column) => column.primaryKey())
        .addColumn("since", "bigint", (column) => column.notNull())
        .addColumn("reason", "text", (column) => column.notNull())
        .execute();
    },
  },
};

/** @throws Refusal notTradable while the operator has halted everything */
export async function requireNoHalt(db: Db): Promise<void> {
  const [halt] = await selectHalt(db, []);
  if (halt) throw new Refusal(codes.notTradable, { reason: "halted" });
}

const selectHalt = fixedQuery((db, _none: []) =>
  db.selectFrom("market_halt").select("id").compile(),
);

/** @param since Unix ms */
export async function haltMarkets(
  db: Db,
  { since, reason }: { since: number; reason: string },
): Promise<void> {
  await db
    .insertInto("market_halt")
    .values({ id: 1, since, reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function endHalt(db: Db): Promise<void> {
  await db.deleteFrom("market_halt").execute();
}
