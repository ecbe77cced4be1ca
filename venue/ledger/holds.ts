import { fixedQuery } from "../store/fixed-query.ts";
import type { Db } from "../store/schema.ts";
import type { Transaction } from "../store/store.ts";
import { userOwner } from "./accounts.ts";
import { post, type Posted, type Posting } from "./post.ts";

/** A movement whose legs are made here; `ref*` is also the hold's. */
export type HoldMovement = Omit<Posting, "legs" | "holds" | "reverses"> & {
  userId: string | number;
  currency: string;
  amount: bigint;
};

/**
 * Sets a user's money aside: available to frozen.
 * @throws Refusal insufficientBalance when it is not there
 */
export function openHold(tx: Transaction, movement: HoldMovement): Promise<Posted> {
  const { userId, currency, amount, ...posting } = movement;
  const owner = userOwner(userId);
  const { refType, refId } = posting;
  return post(tx, {
    ...posting,
    legs: [
      { owner, kind: "available", currency, amount: -amount },
      { owner, kind: "frozen", currency, amount },
    ],
    holds: [{ change: "open", refType, refId, owner, currency, amount }],
  });
}

/**
 * Gives back what a hold still has: frozen to available. How much that is is its reader's to know, under
 * a lock that keeps others from the hold.
 * @throws LedgerFault when the hold does not cover it
 */
export function releaseHold(tx: Transaction, movement: HoldMovement): Promise<Posted> {
  const { userId, currency, amount, ...posting } = movement;
  const owner = userOwner(userId);
  const { refType, refId } = posting;
  return post(tx, {
    ...posting,
    legs: [
      { owner, kind: "frozen", currency, amount: -amount },
      { owner, kind: "available", currency, amount },
    ],
    holds: [{ change: "take", refType, refId, amount }],
  });
}

/** What is still set aside, by `refId`, for things of one type; nothing of those that never had a hold. */
export async function readRemaining(
  db: Db,
  refType: string,
  refIds: readonly string[],
): Promise<Map<string, bigint>> {
  if (refIds.length === 0) return new Map();
  const rows = await selectRemaining(db, { refType, refIds: [...refIds] });
  return new Map(rows.map((row) => [row.ref_id, row.remaining]));
}

const selectRemaining = fixedQuery(
  (db, { refType, refIds }: { refType: string; refIds: string[] }) =>
    db
      .selectFrom("hold")
      .select(["ref_id", "remaining"])
      .where("ref_type", "=", refType)
      .where("ref_id", "in", refIds)
      .compile(),
);
