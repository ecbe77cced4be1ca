import { contractRates, inContracts } from "#protocol/rules/contracts/contract-open.ts";
import { type Exposure, liquidationPrice } from "#protocol/rules/contracts/contract-risk.ts";
import { settleClose } from "#protocol/rules/contracts/contract-settlement.ts";
import { type ContractTerms, entryPrice } from "#protocol/rules/contracts/contract-worth.ts";
import { type BookLevel, type Rate, walkLevels } from "#protocol/rules/spot-fill.ts";
import { averageDecimals } from "../figures/contract-figures.ts";

/** A request to close a part of a position. */
export interface CloseOrder {
  volume: bigint;
  /** Ticks; null for a market order. */
  limit: bigint | null;
}

/** The figures of a part of a close. */
export interface ClosedSum {
  /** Contracts. */
  volume: bigint;
  realised: bigint;
  fee: bigint;
  /** Margin that these contracts release. */
  released: bigint;
  /** The amount that reaches the balance. A loss beyond the released margin is taken from the remaining margin, never from the balance. */
  arrives: bigint;
  /** Average price, ticks with `averageDecimals` more; null where nothing closes. */
  average: bigint | null;
}

export interface CloseEstimate {
  /** The part that the displayed book closes at once. */
  now: ClosedSum;
  /** The part that then waits at the limit, if it fills completely. */
  later: ClosedSum | null;
  both: ClosedSum;
  /** Contracts of a market order that the book cannot fill. */
  unfilled: bigint;
  /** The position afterwards; its volume is 0 where it is closed completely. */
  left: Exposure;
  /** Liquidation price of the rest, ticks; null where no price liquidates it. */
  liquidation: bigint | null;
}

/**
 * The outcome of a close by the displayed book and the venue's own rules.
 * @param levels the side of the book that fills the close: bids for a long, asks for a short, in lots
 */
export function closeEstimate(
  position: Exposure,
  { volume, limit }: CloseOrder,
  levels: Iterable<BookLevel>,
  lotsPerContract: bigint,
  terms: ContractTerms,
): CloseEstimate {
  const side = position.direction === "buy" ? "sell" : "buy";
  const want = { side, lots: volume, budget: null, ...(limit === null ? {} : { limit }) } as const;
  // The scales only matter for budgets.
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
