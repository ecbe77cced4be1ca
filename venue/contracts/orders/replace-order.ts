import * as codes from "#protocol/wire/error-codes.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { idOf } from "../records/lock-position.ts";
import { accountsOf } from "../records/postings.ts";
import { type HeldContractOrder, lockOrder } from "../records/rows.ts";
import type { Placement } from "../rules/rules.ts";
import { endOpening, isWaiting } from "./end-order.ts";
import { type Placed, placeOrder } from "./place-order.ts";

/** Which order is to make room, and how many contracts of it its owner saw filled. */
export interface Replaced {
  id: string;
  tradeVolume: number | null;
}

/**
 * Ends what is left of an order to open and places another, with the money that came free: both or,
 * where anything is refused, neither. The leverage of the new one's contract is locked before.
 * @param accept judges the new order by what stands when the old one has ended
 * @throws Refusal noSuchOrder where the user has no such order or it closes, notPending where it is
 *   over or was filled further than its owner saw; else as {@link placeOrder}
 */
export async function replaceOrder(
  tx: Transaction,
  { id, tradeVolume }: Replaced,
  placed: Placed,
  accept: () => Promise<Placement>,
): Promise<{ ended: HeldContractOrder; order: HeldContractOrder }> {
  const number = idOf(id);
  const old = number === undefined ? undefined : await lockOrder(tx.db, placed.userId, number);
  if (old?.purpose !== "open") throw new Refusal(codes.noSuchOrder);
  const wasFilled = tradeVolume !== null && BigInt(tradeVolume) !== old.filled_volume;
  if (!isWaiting(old) || wasFilled) throw new Refusal(codes.notPending, { status: old.status });
  await lockAccounts(
    tx,
    accountsOf([old]).filter(({ owner }) => owner !== "venue"),
  );
  const ended = await endOpening(tx, old, { reason: "replaced", now: placed.now });
  const order = await placeOrder(tx, await accept(), { ...placed, replaces: old.id });
  return { ended, order };
}
