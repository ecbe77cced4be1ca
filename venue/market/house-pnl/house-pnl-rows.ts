/** SQL of the favourites and of the house's own balances. */
import type { Migration } from "kysely/migration";
import type { VenueKind } from "../../ledger/rows.ts";
import type { Db } from "../../store/schema.ts";

declare module "../../store/schema.ts" {
  interface Tables {
    collect: { user_id: number; symbol: string; created_at: number };
  }
}

/** Favourites one user may keep. */
export const maxFavourites = 200;

export const marketMigrations: Record<string, Migration> = {
  "0030-market": {
    async up(db) {
      await db.schema
        .createTable("collect")
        .addColumn("user_id", "bigint", (column) => column.notNull())
        .addColumn("symbol", "text", (column) => column.notNull())
        .addColumn("created_at", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("collect_pk", ["user_id", "symbol"])
        .execute();
    },
  },
};

/** A user's favourites, oldest first. */
export async function readFavourites(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("collect")
    .select("symbol")
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("symbol")
    .limit(maxFavourites)
    .execute();
  return rows.map((row) => row.symbol);
}

export async function addFavourite(
  db: Db,
  userId: number,
  symbol: string,
  now: number,
): Promise<void> {
  await db
    .insertInto("collect")
    .values({ user_id: userId, symbol, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeFavourite(db: Db, userId: number, symbol: string): Promise<void> {
  await db
    .deleteFrom("collect")
    .where("user_id", "=", userId)
    .where("symbol", "=", symbol)
    .execute();
}

/** The venue's pockets that win and lose with its users; the world outside and gifts are not among them. */
const houseKinds: readonly VenueKind[] = [
  "liquidity",
  "second_pool",
  "funding",
  "insurance",
  "fee",
  "rounding",
];

/** What is on the house's accounts, in minor units. */
export async function readHouseBalances(
  db: Db,
): Promise<{ kind: string; currency: string; balance: bigint }[]> {
  return db
    .selectFrom("account")
    .select(["kind", "currency", "balance"])
    .where("owner", "=", "venue")
    .where("kind", "in", houseKinds)
    .orderBy("currency")
    .orderBy("kind")
    .limit(6000)
    .execute();
}
