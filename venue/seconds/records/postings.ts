/** Movements of stakes (rules.md, 5 and 6). */
import { billTypes } from "#protocol/api/wallet.ts";
import { type AccountRef, type Leg, userOwner } from "../../ledger/accounts.ts";
import { type Posting, withoutZeros } from "../../ledger/post.ts";
import { orderType, type SecondOrderRow } from "./rows.ts";

type Facts = Pick<SecondOrderRow, "id" | "user_id" | "currency" | "stake">;

function refOf({ id }: Pick<SecondOrderRow, "id">): { refType: string; refId: string } {
  return { refType: orderType, refId: String(id) };
}

/** Staking what is available. */
export function opening(order: Facts, now: number): Posting {
  const { currency, stake } = order;
  const owner = userOwner(order.user_id);
  return {
    idemKey: `second:open:${order.id}`,
    type: billTypes.secondsTrading,
    subType: "open",
    ...refOf(order),
    now,
    legs: [
      { owner, kind: "available", currency, amount: -stake },
      { owner, kind: "stake", currency, amount: stake },
    ],
  };
}

/** What a result makes of a stake: the difference is the house's. A lost stake moves nothing that is available. */
export function settling(
  order: Facts & Pick<SecondOrderRow, "result" | "payout">,
  now: number,
): Posting {
  const { currency, stake, result } = order;
  const payout = order.payout ?? 0n;
  const owner = userOwner(order.user_id);
  const legs: Leg[] = [
    { owner, kind: "stake", currency, amount: -stake },
    { owner: "venue", kind: "second_pool", currency, amount: stake - payout },
    { owner, kind: "available", currency, amount: payout },
  ];
  return {
    idemKey: `settle:second:${order.id}`,
    type: result === "win" ? billTypes.secondsProfit : billTypes.secondsTrading,
    subType: result ?? "",
    ...refOf(order),
    now,
    legs: withoutZeros(legs),
  };
}

/** Every account that opening and settling these may touch. */
export function accountsOf(
  orders: readonly Pick<SecondOrderRow, "user_id" | "currency">[],
): AccountRef[] {
  return orders.flatMap(({ user_id, currency }): AccountRef[] => {
    const owner = userOwner(user_id);
    return [
      { owner, kind: "available", currency },
      { owner, kind: "stake", currency },
      { owner: "venue", kind: "second_pool", currency },
    ];
  });
}
