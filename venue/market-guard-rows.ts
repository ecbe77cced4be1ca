/** SQL of the market that the exchange runs on, and of what is open on it. */
import type { Migration } from "kysely/migration";
import { coinStatus } from "#protocol/api/spot.ts";
import type { Db } from "./store/schema.ts";

declare module "./store/schema.ts" {
  interface Tables {
    /** One row: the market that this exchange's prices come from. */
    market_identity: {
      id: number;
      identity: string;
      since: number;
      /** First day of the simulated market on which anybody may have traded; null where that was not written down. */
      opening_day: number | null;
    };
  }
}

export const marketGuardMigrations: Record<string, Migration> = {
  "0140-market-identity": {
    async up(db) {
      await db.schema
        .createTable("market_identity")
        .addColumn("id", "integer", (column) => column.primaryKey())
        .addColumn("identity", "text", (column) => column.notNull())
        .addColumn("since", "bigint", (column) => column.notNull())
        .execute();
    },
  },
  "0171-market-opening": {
    async up(db) {
      await db.schema.alterTable("market_identity").addColumn("opening_day", "integer").execute();
    },
  },
};

export interface KnownMarket {
  identity: string;
  opening_day: number | null;
}

export async function readMarket(db: Db): Promise<KnownMarket | undefined> {
  return db.selectFrom("market_identity").select(["identity", "opening_day"]).executeTakeFirst();
}

/** @param since Unix ms */
export async function writeMarket(
  db: Db,
  { identity, opening_day }: KnownMarket,
  since: number,
): Promise<void> {
  await db
    .insertInto("market_identity")
    .values({ id: 1, identity, since, opening_day })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ identity, since, opening_day }))
    .execute();
}

/** Whether anybody ever opened an account here. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom("user").select("id").limit(1).executeTakeFirst()) !== undefined;
}

export interface OpenThings {
  /** Coin orders under review or waiting for the market. */
  coinOrders: number;
  contractOrders: number;
  positions: number;
  secondsContracts: number;
}

export async function countOpenThings(db: Db): Promise<OpenThings> {
  const count = async (query: {
    executeTakeFirst(): Promise<{ count: bigint } | undefined>;
  }): Promise<number> => Number((await query.executeTakeFirst())?.count ?? 0n);
  return {
    coinOrders: await count(
      db
        .selectFrom("spot_order")
        .select((eb) => eb.fn.countAll<bigint>().as("count"))
        .where("status", "in", [coinStatus.pendingReview, coinStatus.pendingOrder]),
    ),
    contractOrders: await count(
      db
        .selectFrom("contract_order")
        .select((eb) => eb.fn.countAll<bigint>().as("count"))
        .where("finished_at", "is", null),
    ),
    positions: await count(
      db
        .selectFrom("contract_position")
        .select((eb) => eb.fn.countAll<bigint>().as("count"))
        .where("closed_at", "is", null),
    ),
    secondsContracts: await count(
      db
        .selectFrom("second_order")
        .select((eb) => eb.fn.countAll<bigint>().as("count"))
        .where("due_at", "is not", null),
    ),
  };
}
