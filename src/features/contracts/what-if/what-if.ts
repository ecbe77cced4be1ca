import { parseSigned } from "#protocol/wire/amount.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { type Exposure, mustLiquidate } from "#protocol/rules/contracts/contract-risk.ts";
import {
  contractFee,
  type ContractTerms,
  costScale,
  fundingOf,
  type Price,
  worthOf,
} from "#protocol/rules/contracts/contract-worth.ts";
import { divideUp, rescaleUp } from "#protocol/wire/rounding.ts";
import { figuresOf, type MarkedFigures } from "../figures/contract-figures.ts";

/** A position, one's own or one not opened yet, with what the market says at this moment. */
export interface WhatIfCase {
  exposure: Exposure;
  leverage: number;
  terms: ContractTerms;
  mark: Price;
  /** Fraction, decimal text; null where it is not known. */
  fundingRate: string | null;
  /** Ms until the next funding, and between two. */
  nextFundingMs: number | null;
  fundingEveryMs: number;
}

/** A position at a price, after some fundings. */
export interface WhatIfPoint {
  price: Price;
  figures: MarkedFigures;
  /** What the fundings until then brought (negative: took), money. */
  funding: bigint;
  /** The fee of closing at that price, and what then reaches the balance. */
  closeFee: bigint;
  arrives: bigint;
  liquidation: bigint | null;
  /** It would have been liquidated on the way. */
  isLiquidated: boolean;
  /** Ms of waiting at that price until funding alone liquidates it; null where it never does. */
  untilLiquidationMs: number | null;
}

/** The slider: percent around the mark price, in steps of half a percent. */
export const moveRange = { least: -50, most: 50, step: 0.5 } as const;

const rateScale = 18;

/** The position as it is: at the mark price, before any funding. */
export function pointNow(of: WhatIfCase): WhatIfPoint {
  return pointAt(of, 0, 0);
}

/**
 * The position once the price has moved and some fundings have passed, each reckoned at the moved price by
 * the present rate.
 * @param movePercent in steps of half a percent
 */
export function pointAt(of: WhatIfCase, movePercent: number, fundings: number): WhatIfPoint {
  const { exposure, terms, leverage } = of;
  const price = moved(of.mark, movePercent);
  const each = fundingEach(of, price);
  const funding = each * BigInt(fundings);
  const after = { ...exposure, margin: exposure.margin + funding };
  const { marked, liquidation } = figuresOf(after, leverage, price, terms);
  if (marked === null) throw new Error("there is a price");
  const worth = worthOf(exposure.volume, price, terms);
  const closeFee = contractFee(rescaleUp(worth.value, worth.scale, costScale), contractRates.taker);
  const isLiquidated = mustLiquidate(after, price, terms, contractRates.taker);
  const arrives = marked.equity - closeFee;
  return {
    price,
    figures: marked,
    funding,
    closeFee,
    liquidation,
    isLiquidated,
    arrives: isLiquidated || arrives < 0n ? 0n : arrives,
    untilLiquidationMs: isLiquidated
      ? 0
      : waitOf(of, marked.equity - marked.required, each, fundings),
  };
}

/** Equity along the slider, for the curve: percent moved and money, none below zero. */
export function equityCurve(
  of: WhatIfCase,
  fundings: number,
  points = 41,
): { move: number; equity: bigint; isLiquidated: boolean }[] {
  const width = (moveRange.most - moveRange.least) / (points - 1);
  return Array.from({ length: points }, (_, at) => {
    const move = moveRange.least + at * width;
    const { figures, isLiquidated } = pointAt(of, move, fundings);
    return {
      move,
      equity: isLiquidated || figures.equity < 0n ? 0n : figures.equity,
      isLiquidated,
    };
  });
}

/** What one funding moves at a price. */
function fundingEach({ exposure, fundingRate, terms }: WhatIfCase, price: Price): bigint {
  const rate = fundingRate === null ? undefined : parseSigned(fundingRate, rateScale);
  return rate === undefined
    ? 0n
    : fundingOf(
        exposure.direction,
        exposure.volume,
        price,
        { value: rate, scale: rateScale },
        terms,
      );
}

/** Fundings are needed until the cushion is gone: the first at its time, the others one after another. */
function waitOf(
  { nextFundingMs, fundingEveryMs }: WhatIfCase,
  cushion: bigint,
  each: bigint,
  passed: number,
): number | null {
  if (each >= 0n || nextFundingMs === null) return null;
  const needed = Number(divideUp(cushion, -each));
  return (
    (passed === 0 ? nextFundingMs : fundingEveryMs) + (Math.max(1, needed) - 1) * fundingEveryMs
  );
}

function moved({ value, scale }: Price, percent: number): Price {
  const thousandths = BigInt(1000 + Math.round(percent * 10));
  return { value: value * thousandths, scale: scale + 3 };
}
