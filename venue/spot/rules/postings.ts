import { receivedOf } from "#protocol/rules/spot-fill.ts";
import { billTypes } from "#protocol/api/wallet.ts";
import { type AccountRef, type Leg, userOwner } from "../../ledger/accounts.ts";
import type { HoldMovement } from "../../ledger/holds.ts";
import { type Posting, withoutZeros } from "../../ledger/post.ts";
import { type HeldOrder, holdType, type SpotOrderRow } from "../records/rows.ts";
import type { Settlement } from "./settlement.ts";

type Facts = Pick<SpotOrderRow, "id" | "user_id" | "side" | "base" | "quote" | "fills">;

function holdRefOf(order: Pick<SpotOrderRow, "id">): { refType: string; refId: string } {
  return { refType: holdType, refId: String(order.id) };
}

/** Key, type and time of setting an order's money aside. */
export function placing(order: Facts, now: number): Omit<Posting, "legs"> {
  return {
    idemKey: `spot:place:${order.id}`,
    type: billTypes.coinTrading,
    subType: order.side,
    ...holdRefOf(order),
    now,
  };
}

/** What gives back all that an order did not use. */
export function releasing(order: HeldOrder, now: number): HoldMovement {
  return {
    idemKey: `spot:release:${order.id}`,
    type: billTypes.coinCancel,
    subType: order.side,
    ...holdRefOf(order),
    now,
    userId: order.user_id,
    currency: order.side === "buy" ? order.quote : order.base,
    amount: order.held,
  };
}

/** The movement of what one snapshot gave an order (rules.md, 6); its key is the first trade's. */
export function filling(order: Facts, settled: Settlement, now: number): Posting {
  const owner = userOwner(order.user_id);
  const { base, quote } = order;
  const { amount, value, fee, houseValue } = settled;
  const isBuy = order.side === "buy";
  const [paid, received] = isBuy ? ([value, base] as const) : ([amount, quote] as const);
  const legs: Leg[] = [
    { owner, kind: "frozen", currency: isBuy ? quote : base, amount: -paid },
    { owner, kind: "available", currency: received, amount: receivedOf(order.side, settled) },
    {
      owner: "venue",
      kind: "liquidity",
      currency: quote,
      amount: isBuy ? houseValue : -houseValue,
    },
    { owner: "venue", kind: "liquidity", currency: base, amount: isBuy ? -amount : amount },
    { owner: "venue", kind: "fee", currency: received, amount: fee },
    {
      owner: "venue",
      kind: "rounding",
      currency: quote,
      amount: isBuy ? value - houseValue : houseValue - value,
    },
  ];
  return {
    idemKey: `fill:${order.id}:${order.fills + 1}`,
    type: billTypes.coinTrading,
    subType: order.side,
    ...holdRefOf(order),
    now,
    legs: withoutZeros(legs),
    // A lot may be worth less than the quote's smallest unit.
    holds: paid > 0n ? [{ change: "take", ...holdRefOf(order), amount: paid }] : [],
  };
}

/** Every account that filling and releasing these orders may touch. */
export function accountsOf(orders: readonly Facts[]): AccountRef[] {
  return orders.flatMap(({ user_id, base, quote, side }): AccountRef[] => {
    const owner = userOwner(user_id);
    const [paid, received] = side === "buy" ? [quote, base] : [base, quote];
    return [
      { owner, kind: "available", currency: paid },
      { owner, kind: "frozen", currency: paid },
      { owner, kind: "available", currency: received },
      { owner: "venue", kind: "liquidity", currency: base },
      { owner: "venue", kind: "liquidity", currency: quote },
      { owner: "venue", kind: "fee", currency: received },
      { owner: "venue", kind: "rounding", currency: quote },
    ];
  });
}
