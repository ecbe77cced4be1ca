/** Reads of the market source that HTTP and the stream share, with their refusals. */
import type { CandleRow, Depth, FundingRow, Period } from "#protocol/api/market.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { bucketStart, bucketsWithin, shiftBucket } from "../../feed/candle-buckets.ts";
import {
  type Book,
  type Funding,
  type KlineRange,
  type Level,
  type MarketSource,
  type PriceType,
  type SymbolSpec,
  markReachSec,
} from "../../feed/market-source.ts";
import { Refusal } from "../../store/refusal.ts";
import { toCandleRow, toLevel } from "./quote-wire.ts";

/** Buckets one answer may span. */
const maxBuckets = 2000;

/**
 * The rules of a symbol.
 * @throws Refusal remoteServiceError while the source knows no symbol at all, unknownCurrency for
 *   an unknown one
 */
export function specOf(source: MarketSource, symbol: string): SymbolSpec {
  const spec = source.spec(symbol);
  if (spec) return spec;
  requireSymbols(source);
  throw new Refusal(codes.unknownCurrency);
}

/**
 * @throws Refusal remoteServiceError while the source knows no symbol at all, unknownCurrency for a
 *   code without a contract
 */
export function contractSpecOf(source: MarketSource, contractCode: string): SymbolSpec {
  const spec = source.symbols().find(({ contract }) => contract?.contractCode === contractCode);
  if (spec) return spec;
  requireSymbols(source);
  throw new Refusal(codes.unknownCurrency);
}

/** @throws Refusal remoteServiceError while the source knows no symbol at all */
export function requireSymbols(source: MarketSource): void {
  if (source.symbols().length === 0) throw new Refusal(codes.remoteServiceError);
}

interface KlineQuery {
  period: Period;
  size: number;
  from?: number | undefined;
  to?: number | undefined;
  price_type?: PriceType;
}

/**
 * The range a query means: `from` and `to` are inclusive and go before `size`; with one of them
 * alone, `from` reaches to now and `to` reaches `size` buckets back.
 * @throws Refusal invalidParameters where the range is backward, spans more than
 *   {@link maxBuckets}, or begins before what the mark price reaches back to
 */
export function klineRange(
  { period, size, from, to, price_type }: KlineQuery,
  nowSec: number,
): KlineRange {
  if (from === undefined && to === undefined) return { size };
  const end = to ?? Math.max(nowSec, from ?? 0);
  if (price_type === "mark" && (from ?? end) < nowSec - markReachSec)
    throw new Refusal(codes.invalidParameters);
  const start = from ?? shiftBucket(period, bucketStart(period, end), 1 - size);
  if (start > end || bucketsWithin(period, start, end) > maxBuckets)
    throw new Refusal(codes.invalidParameters);
  return { from: start, to: end };
}

/** Candles oldest first, for `caller`, a client's address; the venue itself where it is absent. */
export async function readCandles(
  source: MarketSource,
  spec: SymbolSpec,
  period: Period,
  range: KlineRange,
  { priceType = "last", caller }: { priceType?: PriceType; caller?: string } = {},
): Promise<CandleRow[]> {
  const candles = await source.klines(spec.symbol, period, range, priceType, caller);
  return candles.map((candle) => toCandleRow(candle, spec));
}

/** The book merged by `stepN` and cut to `levels` a side, as HTX's `tick`. */
export function toDepthTick(
  book: Book,
  spec: SymbolSpec,
  type: string,
  levels: number,
): Depth["tick"] {
  const step = Number(type.slice("step".length));
  const side = (name: "bids" | "asks") =>
    mergeDepth(book[name], step, name)
      .slice(0, levels)
      .map((level) => toLevel(level, spec));
  return { version: book.version, ts: book.ts, bids: side("bids"), asks: side("asks") };
}

export function toFundingRow(funding: Funding): FundingRow {
  return {
    contract_code: funding.contractCode,
    funding_rate: funding.fundingRate,
    estimated_rate: funding.estimatedRate,
    realized_rate: funding.realizedRate,
    funding_time: funding.fundingTime,
    next_funding_time: funding.nextFundingTime,
    interval_h: 8,
    index_price: funding.indexPrice,
    mark_price: funding.markPrice,
    last_price: funding.lastPrice,
    ts: funding.ts,
  };
}

/**
 * Levels merged into steps of 10^`step` ticks, best first. Bids fall to the step below and asks
 * rise to the one above, so that a merged book never promises a better price and cannot cross.
 */
export function mergeDepth(levels: readonly Level[], step: number, side: "bids" | "asks"): Level[] {
  if (step === 0) return [...levels];
  const width = 10 ** step;
  const round = side === "bids" ? Math.floor : Math.ceil;
  const merged: [number, number][] = [];
  for (const [price, amount] of levels) {
    const at = round(price / width) * width;
    const last = merged.at(-1);
    if (last?.[0] === at) last[1] += amount;
    else merged.push([at, amount]);
  }
  return merged;
}
