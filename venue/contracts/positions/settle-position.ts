import {
  costScale,
  moneyScale,
  type Price,
  profitAt,
  worthOf,
} from "#protocol/rules/contracts/contract-worth.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import { post } from "../../ledger/post.ts";
import type { Transaction } from "../../store/store.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { settlingPosition } from "../records/postings.ts";
import { type PositionRow, updatePosition } from "../records/rows.ts";

/** What closing a position at a mark price without a fee moves: money, signed where it says so. */
export interface Settled {
  margin: bigint;
  /** Signed. */
  realised: bigint;
  /** What its owner has of it. */
  arrives: bigint;
}

/** @param mark null where none is known: the position is worth what it cost */
export function settledAt(position: PositionRow, mark: Price | null): Settled {
  const { direction, volume, cost, margin } = position;
  const realised = mark ? profitAt(direction, volume, cost, mark, termsOfRow(position)) : 0n;
  const left = margin + realised;
  return { margin, realised, arrives: left > 0n ? left : 0n };
}

/**
 * Closes a position that the command has locked with its contract, and for which no order waits, whole, at the
 * mark price and without a fee: the operator ends it, not its owner. What its margin lacks the insurance pays.
 */
export async function settlePosition(
  tx: Transaction,
  position: PositionRow,
  { mark, now }: { mark: Price | null; now: number },
): Promise<PositionRow> {
  const { volume, cost } = position;
  const settled = settledAt(position, mark);
  await post(tx, settlingPosition(position, settled, now));
  const worth = mark
    ? worthOf(volume, mark, termsOfRow(position))
    : { value: cost, scale: costScale };
  const closed: PositionRow = {
    ...position,
    volume: 0n,
    cost: 0n,
    margin: 0n,
    liq_price: null,
    warn_price: null,
    tp_price: null,
    sl_price: null,
    moves: position.moves + 1,
    closed_volume: position.closed_volume + volume,
    closed_cost: position.closed_cost + rescaleDown(worth.value, worth.scale, moneyScale),
    realised: position.realised + settled.realised,
    insurance: position.insurance + settled.margin + settled.realised - settled.arrives,
    close_kind: "settled",
    close_mark: mark?.value ?? null,
    updated_at: now,
    closed_at: now,
  };
  await updatePosition(tx.db, closed);
  return closed;
}
