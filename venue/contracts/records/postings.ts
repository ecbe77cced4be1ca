import { billTypes } from "#protocol/api/wallet.ts";
import { type AccountRef, type Leg, userOwner } from "../../ledger/accounts.ts";
import type { HoldMovement } from "../../ledger/holds.ts";
import { type Posting, withoutZeros } from "../../ledger/post.ts";
import {
  type CloseKind,
  type ContractOrderRow,
  type HeldContractOrder,
  holdType,
  type PositionRow,
  positionType,
} from "./rows.ts";

type OrderFacts = Pick<ContractOrderRow, "id" | "user_id" | "currency" | "fills">;
type PositionFacts = Pick<PositionRow, "id" | "user_id" | "currency" | "contract_code" | "moves">;

function ofOrder({ id }: Pick<ContractOrderRow, "id">): { refType: string; refId: string } {
  return { refType: holdType, refId: String(id) };
}

function ofPosition({ id }: Pick<PositionRow, "id">): { refType: string; refId: string } {
  return { refType: positionType, refId: String(id) };
}

/** Setting aside what an order to open may need. */
export function placing(order: OrderFacts, amount: bigint, now: number): HoldMovement {
  return {
    idemKey: `contract:place:${order.id}`,
    type: billTypes.perpetualTrading,
    subType: "open",
    ...ofOrder(order),
    now,
    userId: order.user_id,
    currency: order.currency,
    amount,
  };
}

/** What gives back all that an order to open did not use. */
export function releasing(order: HeldContractOrder, now: number): HoldMovement {
  return {
    idemKey: `contract:release:${order.id}`,
    type: billTypes.perpetualCancel,
    subType: "open",
    ...ofOrder(order),
    now,
    userId: order.user_id,
    currency: order.currency,
    amount: order.held,
  };
}

/** What one snapshot gave an order to open: margin behind the position, the fee to the venue (rules.md, 6). */
export function opening(
  order: OrderFacts,
  { margin, fee }: { margin: bigint; fee: bigint },
  now: number,
): Posting {
  const { currency } = order;
  const owner = userOwner(order.user_id);
  return {
    idemKey: `contract:fill:${order.id}:${order.fills + 1}`,
    type: billTypes.perpetualTrading,
    subType: "open",
    ...ofOrder(order),
    now,
    legs: withoutZeros([
      { owner, kind: "frozen", currency, amount: -(margin + fee) },
      { owner, kind: "margin", currency, amount: margin },
      { owner: "venue", kind: "fee", currency, amount: fee },
    ]),
    holds: [{ change: "take", ...ofOrder(order), amount: margin + fee }],
  };
}

/** The postings of a close: `margin` leaves the position; `arrives`, with profit and fee, reaches the owner. */
export interface ClosingMoney {
  margin: bigint;
  /** Signed, before the fee. */
  realised: bigint;
  fee: bigint;
  arrives: bigint;
}

/** What remains of it for the insurance; negative: what the insurance pays. */
export function insuranceOf({ margin, realised, fee, arrives }: ClosingMoney): bigint {
  return margin + realised - fee - arrives;
}

/** One closing fill of a position; its key is the order's and the fill's. Bills name the position. */
export function closing(
  position: PositionFacts,
  order: OrderFacts,
  money: ClosingMoney & { kind: CloseKind; now: number },
): Posting {
  const { currency } = position;
  const owner = userOwner(position.user_id);
  const { margin, realised, fee, arrives, kind, now } = money;
  const legs: Leg[] = [
    { owner, kind: "margin", currency, amount: -margin },
    { owner, kind: "available", currency, amount: arrives },
    { owner: "venue", kind: "liquidity", currency, amount: -realised },
    { owner: "venue", kind: "fee", currency, amount: fee },
    { owner: "venue", kind: "insurance", currency, amount: insuranceOf(money) },
  ];
  return {
    idemKey: `contract:fill:${order.id}:${order.fills + 1}`,
    type: billTypes.perpetualClose,
    subType: kind,
    ...ofPosition(position),
    now,
    legs: withoutZeros(legs),
  };
}

/** A position that the operator settled; its key is the position's. */
export function settlingPosition(
  position: PositionFacts,
  { margin, realised, arrives }: Omit<ClosingMoney, "fee">,
  now: number,
): Posting {
  const { currency } = position;
  const owner = userOwner(position.user_id);
  const rest = insuranceOf({ margin, realised, fee: 0n, arrives });
  return {
    idemKey: `contract:settle:${position.id}`,
    type: billTypes.perpetualClose,
    subType: "settled",
    ...ofPosition(position),
    now,
    legs: withoutZeros([
      { owner, kind: "margin", currency, amount: -margin },
      { owner, kind: "available", currency, amount: arrives },
      { owner: "venue", kind: "liquidity", currency, amount: -realised },
      { owner: "venue", kind: "insurance", currency, amount: rest },
    ]),
  };
}

/** Margin added by the owner, or taken out where the amount is negative. */
export function adjusting(position: PositionFacts, amount: bigint, now: number): Posting {
  const { currency } = position;
  const owner = userOwner(position.user_id);
  return {
    idemKey: `contract:margin:${position.id}:${position.moves + 1}`,
    type: billTypes.perpetualTrading,
    subType: "margin",
    ...ofPosition(position),
    now,
    legs: [
      { owner, kind: "available", currency, amount: -amount },
      { owner, kind: "margin", currency, amount },
    ],
  };
}

/** A funding settlement's part of one position, signed: what its margin gets. Not for nothing at all. */
export function funding(
  position: PositionFacts,
  { amount, fundingAt, now }: { amount: bigint; fundingAt: number; now: number },
): Posting {
  const { currency, contract_code: code } = position;
  return {
    idemKey: `funding:${code}:${fundingAt}:${position.id}`,
    type: billTypes.perpetualTrading,
    subType: "funding",
    ...ofPosition(position),
    now,
    legs: [
      { owner: userOwner(position.user_id), kind: "margin", currency, amount },
      { owner: "venue", kind: "funding", currency, amount: -amount },
    ],
  };
}

/** Every account that filling, releasing, closing or funding these may touch. */
export function accountsOf(
  rows: readonly Pick<ContractOrderRow, "user_id" | "currency">[],
): AccountRef[] {
  return rows.flatMap(({ user_id, currency }): AccountRef[] => {
    const owner = userOwner(user_id);
    const ours = (["available", "frozen", "margin"] as const).map((kind): AccountRef => ({
      owner,
      kind,
      currency,
    }));
    return [
      ...ours,
      ...(["liquidity", "fee", "insurance", "funding"] as const).map((kind): AccountRef => ({
        owner: "venue",
        kind,
        currency,
      })),
    ];
  });
}
