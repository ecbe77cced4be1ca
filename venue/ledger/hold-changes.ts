import type { Transaction } from "../store/store.ts";
import { accountKey, type Leg, type LockedAccount } from "./accounts.ts";
import { LedgerFault } from "./ledger-fault.ts";
import type { UserOwner } from "./rows.ts";

/** What a hold is for, e.g. `spot_order` and its id. One hold each, for ever. */
export interface HoldRef {
  refType: string;
  refId: string;
}

/** A change of one hold, matched by legs on the same `frozen` account. Amounts are positive. */
export type HoldChange =
  | (HoldRef & { change: "open"; owner: UserOwner; currency: string; amount: bigint })
  | (HoldRef & { change: "take"; amount: bigint });

/** For `post`: writes the changes and checks that they equal the legs on every frozen account. */
export async function applyHoldChanges(
  tx: Transaction,
  accounts: Map<string, LockedAccount>,
  legs: readonly Leg[],
  changes: readonly HoldChange[],
): Promise<void> {
  const expected = new Map<number, bigint>();
  for (const leg of legs) {
    if (leg.kind === "frozen") add(expected, accounts.get(accountKey(leg))?.id, leg.amount);
  }
  for (const change of changes) {
    if (change.amount <= 0n) throw new LedgerFault("a hold changes by a positive amount");
    if (change.change === "open") {
      const key = accountKey({ ...change, kind: "frozen" });
      const accountId = accounts.get(key)?.id;
      add(expected, accountId, -change.amount);
      await insertHold(tx, accountId, change);
    } else {
      add(expected, await take(tx, change), change.amount);
    }
  }
  for (const [accountId, difference] of expected) {
    if (difference !== 0n) {
      throw new LedgerFault(`frozen account ${accountId} and its holds differ by ${difference}`);
    }
  }
}

async function insertHold(
  tx: Transaction,
  accountId: number | undefined,
  { refType, refId, amount }: HoldRef & { amount: bigint },
): Promise<void> {
  if (accountId === undefined) throw new LedgerFault("a hold without a frozen leg");
  await tx.db
    .insertInto("hold")
    .values({
      account_id: accountId,
      ref_type: refType,
      ref_id: refId,
      amount,
      remaining: amount,
      state: "open",
    })
    .execute();
}

/** Takes from a hold and returns its account, whose lock (the legs took it) guards the row. */
async function take(tx: Transaction, change: HoldRef & { amount: bigint }): Promise<number> {
  const hold = await tx.db
    .selectFrom("hold")
    .select(["id", "account_id", "remaining"])
    .where("ref_type", "=", change.refType)
    .where("ref_id", "=", change.refId)
    .executeTakeFirst();
  const remaining = (hold?.remaining ?? 0n) - change.amount;
  if (hold === undefined || remaining < 0n) {
    throw new LedgerFault(`hold ${change.refType} ${change.refId} does not cover ${change.amount}`);
  }
  await tx.db
    .updateTable("hold")
    .set({ remaining, state: remaining === 0n ? "closed" : "open" })
    .where("id", "=", hold.id)
    .execute();
  return hold.account_id;
}

function add(sums: Map<number, bigint>, accountId: number | undefined, amount: bigint): void {
  if (accountId === undefined) throw new LedgerFault("a hold without a frozen leg");
  sums.set(accountId, (sums.get(accountId) ?? 0n) + amount);
}
