import type { Db } from "../store/schema.ts";
import { userOwner } from "./accounts.ts";
import type { UserKind } from "./rows.ts";

/** A user's money in one currency, in minor units. The displayed balance is `available`. */
export type Balances = Record<UserKind, bigint>;

/** All currencies a user ever had, sorted by name. */
export async function readBalances(
  db: Db,
  userId: string | number,
): Promise<Map<string, Balances>> {
  const rows = await db
    .selectFrom("account")
    .select(["currency", "kind", "balance"])
    .where("owner", "=", userOwner(userId))
    .orderBy("currency")
    .execute();
  const byCurrency = new Map<string, Balances>();
  for (const { currency, kind, balance } of rows) {
    const balances = byCurrency.get(currency) ?? nothing();
    // A user's accounts have no other kinds: `lockAccounts` makes none.
    balances[kind as UserKind] = balance;
    byCurrency.set(currency, balances);
  }
  return byCurrency;
}

/** All that is the user's in one currency, whatever it is doing. */
export function totalOf({ available, frozen, margin, stake }: Balances): bigint {
  return available + frozen + margin + stake;
}

function nothing(): Balances {
  return { available: 0n, frozen: 0n, margin: 0n, stake: 0n };
}
