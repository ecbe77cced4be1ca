import type { Selectable } from "kysely";
import { fixedQuery } from "../store/fixed-query.ts";
import type { Transaction } from "../store/store.ts";
import { accountKey, type Leg, type LockedAccount } from "./accounts.ts";
import { LedgerFault } from "./ledger-fault.ts";
import type { HoldTable, UserOwner } from "./rows.ts";

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
  accounts: ReadonlyMap<string, LockedAccount>,
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
  await openRow(tx.db, { accountId, refType, refId, amount });
}

/** Takes from a hold and returns its account, whose lock (the legs took it) guards the row. */
async function take(tx: Transaction, change: HoldRef & { amount: bigint }): Promise<number> {
  const [hold] = await selectRow(tx.db, { refType: change.refType, refId: change.refId });
  const remaining = (hold?.remaining ?? 0n) - change.amount;
  if (hold === undefined || remaining < 0n) {
    throw new LedgerFault(`hold ${change.refType} ${change.refId} does not cover ${change.amount}`);
  }
  const state = remaining === 0n ? "closed" : "open";
  await updateRow(tx.db, { id: hold.id, remaining, state });
  return hold.account_id;
}

type NewHold = { accountId: number; refType: string; refId: string; amount: bigint };

const openRow = fixedQuery((db, row: NewHold) =>
  db
    .insertInto("hold")
    .values({
      account_id: row.accountId,
      ref_type: row.refType,
      ref_id: row.refId,
      amount: row.amount,
      remaining: row.amount,
      state: "open",
    })
    .compile(),
);

const selectRow = fixedQuery((db, { refType, refId }: { refType: string; refId: string }) =>
  db
    .selectFrom("hold")
    .select(["id", "account_id", "remaining"])
    .where("ref_type", "=", refType)
    .where("ref_id", "=", refId)
    .compile(),
);

const updateRow = fixedQuery((db, row: Pick<Selectable<HoldTable>, "id" | "remaining" | "state">) =>
  db
    .updateTable("hold")
    .set({ remaining: row.remaining, state: row.state })
    .where("id", "=", row.id)
    .compile(),
);

function add(sums: Map<number, bigint>, accountId: number | undefined, amount: bigint): void {
  if (accountId === undefined) throw new LedgerFault("a hold without a frozen leg");
  sums.set(accountId, (sums.get(accountId) ?? 0n) + amount);
}
