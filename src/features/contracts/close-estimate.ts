import { contractRates, inContracts } from "#protocol/contract-open.ts";
import { type Exposure, liquidationPrice } from "#protocol/contract-risk.ts";
import { settleClose } from "#protocol/contract-settlement.ts";
import { type ContractTerms, entryPrice } from "#protocol/contract-worth.ts";
import { type BookLevel, type Rate, walkLevels } from "#protocol/spot-fill.ts";
import { averageDecimals } from "./contract-figures.ts";

/** A wish to close some of a position. */
export interface CloseWish {
  volume: bigint;
  /** Ticks; null for a market order. */
  limit: bigint | null;
}

/** A part of a close in money. */
export interface ClosedSum {
  /** Contracts. */
  volume: bigint;
  realised: bigint;
  fee: bigint;
  /** Margin that these contracts give back. */
  released: bigint;
  /** What reaches the balance; a loss beyond the margin of a part is taken from what stays, never from the balance. */
  arrives: bigint;
  /** Average price, ticks with `averageDecimals` more; null where nothing closes. */
  average: bigint | null;
}

export interface CloseEstimate {
  /** What the displayed book closes at once. */
  now: ClosedSum;
  /** What waits at the limit after that, if it fills whole. */
  later: ClosedSum | null;
  both: ClosedSum;
  /** Contracts that a market order finds nobody for. */
  unfilled: bigint;
  /** The position after all of it; of no volume where it is closed whole. */
  left: Exposure;
  /** Ticks; null where no price liquidates what is left. */
  liquidation: bigint | null;
}

/**
 * What closing would bring by the displayed book, by the rules the venue books by.
 * @param levels the side that takes: bids for a long, asks for a short, in lots
 */
export function closeEstimate(
  position: Exposure,
  { volume, limit }: CloseWish,
  levels: Iterable<BookLevel>,
  lotsPerContract: bigint,
  terms: ContractTerms,
): CloseEstimate {
  const side = position.direction === "buy" ? "sell" : "buy";
  const want = { side, lots: volume, budget: null, ...(limit === null ? {} : { limit }) } as const;
  // Scales matter to budgets alone.
  const { fills } = walkLevels(want, inContracts(levels, lotsPerContract), {
    price: terms.price,
    amount: 0,
    base: 0,
    quote: 0,
  });
  const now = closeAt(position, fills, contractRates.taker, terms);
  const rest = volume - now.sum.volume;
  const waits = limit !== null && rest > 0n;
  const later = waits
    ? closeAt(now.left, [{ price: limit, lots: rest }], contractRates.maker, terms)
    : null;
  const left = later?.left ?? now.left;
  return {
    now: now.sum,
    later: later && later.sum,
    both: later ? added(now.sum, later.sum) : now.sum,
    unfilled: waits ? 0n : rest,
    left,
    liquidation: liquidationPrice(left, terms, contractRates.taker, terms.price),
  };
}

function closeAt(
  position: Exposure,
  fills: readonly BookLevel[],
  rate: Rate,
  terms: ContractTerms,
): { sum: ClosedSum; left: Exposure } {
  const { parts, volume, cost, realised, fee, arrives, left } = settleClose(
    position,
    fills,
    rate,
    terms,
  );
  const released = parts.reduce((total, part) => total + part.released, 0n);
  return {
    sum: {
      volume,
      realised,
      fee,
      released,
      arrives,
      average:
        volume === 0n ? null : entryPrice(cost, volume, terms, terms.price + averageDecimals),
    },
    left,
  };
}

function added(now: ClosedSum, later: ClosedSum): ClosedSum {
  const volume = now.volume + later.volume;
  const weighed = (now.average ?? 0n) * now.volume + (later.average ?? 0n) * later.volume;
  return {
    volume,
    realised: now.realised + later.realised,
    fee: now.fee + later.fee,
    released: now.released + later.released,
    arrives: now.arrives + later.arrives,
    average: volume === 0n ? null : weighed / volume,
  };
}
