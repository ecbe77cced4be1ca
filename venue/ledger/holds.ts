import type { Db } from "../store/schema.ts";
import type { Transaction } from "../store/store.ts";
import { lockAccounts, userOwner } from "./accounts.ts";
import type { HoldRef } from "./hold-changes.ts";
import { LedgerFault } from "./ledger-fault.ts";
import { post, type Posted, type Posting } from "./post.ts";
import type { UserOwner } from "./rows.ts";

export interface Hold {
  id: number;
  owner: UserOwner;
  currency: string;
  amount: bigint;
  remaining: bigint;
  state: "open" | "closed";
}

/** Key, type and time of a movement that this module makes the legs of; `ref*` is also the hold's. */
type Occasion = Omit<Posting, "legs" | "holds" | "reverses">;

/**
 * Sets a user's money aside: available to frozen.
 * @throws Refusal 300008 when it is not there
 */
export function openHold(
  tx: Transaction,
  occasion: Occasion & { userId: string | number; currency: string; amount: bigint },
): Promise<Posted> {
  const { userId, currency, amount, ...posting } = occasion;
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
 * Gives back all that remains and closes the hold. Nothing remains: nothing is posted.
 * @returns what went back to available, in minor units
 */
export async function releaseHold(tx: Transaction, occasion: Occasion): Promise<bigint> {
  const hold = await lockHold(tx, occasion);
  if (hold === undefined) throw new LedgerFault(`no hold ${occasion.refType} ${occasion.refId}`);
  const { owner, currency, remaining } = hold;
  const { refType, refId } = occasion;
  if (remaining === 0n) return 0n;
  await post(tx, {
    ...occasion,
    legs: [
      { owner, kind: "frozen", currency, amount: -remaining },
      { owner, kind: "available", currency, amount: remaining },
    ],
    holds: [{ change: "take", refType, refId, amount: remaining }],
  });
  return remaining;
}

/**
 * The hold as no one else can change it until the command ends (its owner's frozen and available
 * accounts are locked), or `undefined`.
 */
export async function lockHold(tx: Transaction, ref: HoldRef): Promise<Hold | undefined> {
  const seen = await readHold(tx.db, ref);
  if (seen === undefined) return undefined;
  const { owner, currency } = seen;
  await lockAccounts(tx, [
    { owner, kind: "available", currency },
    { owner, kind: "frozen", currency },
  ]);
  return readHold(tx.db, ref);
}

/** The hold as committed: for showing, not for deciding. */
export async function readHold(db: Db, ref: HoldRef): Promise<Hold | undefined> {
  const row = await db
    .selectFrom("hold")
    .innerJoin("account", "account.id", "hold.account_id")
    .select(["hold.id", "account.owner", "account.currency", "hold.amount", "remaining", "state"])
    .where("ref_type", "=", ref.refType)
    .where("ref_id", "=", ref.refId)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, owner: row.owner as UserOwner };
}
