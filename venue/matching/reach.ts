/** Whether a market has come to what waits in it: pure, so that a tick asks the database only about those. */
import type { Side } from "#protocol/rules/spot-fill.ts";
import type { Ticker } from "../feed/market-source.ts";

/** A price of the market, in ticks, and when it was traded, Unix ms. */
export interface Traded {
  price: bigint;
  ts: number;
}

/** The best resting orders of a market, in ticks. */
export interface RestingTops {
  topBuy: bigint | null;
  lowSell: bigint | null;
}

/** The stops that are reached first from below and from above, in ticks. */
export interface NearestStops {
  lowGte: bigint | null;
  highLte: bigint | null;
}

/** The best quotes of a market in ticks, undefined where a side has none. */
export interface Quotes {
  bid: bigint | undefined;
  ask: bigint | undefined;
}

/** The worst price at which a resting order of that side can still get something; undefined where none can. */
export function reachOf(
  side: Side,
  { bid, ask }: Quotes,
  traded: readonly Traded[],
): bigint | undefined {
  const isBuy = side === "buy";
  const quote = isBuy ? ask : bid;
  // A trade fills only those whose price it went through.
  const prices = [
    ...traded.map(({ price }) => (isBuy ? price + 1n : price - 1n)),
    ...(quote === undefined ? [] : [quote]),
  ];
  return prices.length === 0
    ? undefined
    : prices.reduce((best, price) => ((isBuy ? price < best : price > best) ? price : best));
}

/** The highest and the lowest price traded; undefined where there was no trade. */
export function rangeOf(traded: readonly Traded[]): { high: bigint; low: bigint } | undefined {
  const [first] = traded;
  if (!first) return undefined;
  return traded.reduce(
    ({ high, low }, { price }) => ({
      high: price > high ? price : high,
      low: price < low ? price : low,
    }),
    { high: first.price, low: first.price },
  );
}

/** Whether any stop may be triggered. */
export function reachesStops(
  { lowGte, highLte }: NearestStops,
  traded: readonly Traded[],
): boolean {
  const range = rangeOf(traded);
  return (
    range !== undefined &&
    ((lowGte !== null && range.high >= lowGte) || (highLte !== null && range.low <= highLte))
  );
}

/** Whether any resting order may fill. */
export function reachesMakers(
  { topBuy, lowSell }: RestingTops,
  quotes: Quotes,
  traded: readonly Traded[],
): boolean {
  const [buy, sell] = [reachOf("buy", quotes, traded), reachOf("sell", quotes, traded)];
  return (
    (topBuy !== null && buy !== undefined && buy <= topBuy) ||
    (lowSell !== null && sell !== undefined && sell >= lowSell)
  );
}

/** The best quotes of a ticker: 0 says that there is none. */
export function quotesOf({ bid, ask }: Pick<Ticker, "bid" | "ask">): Quotes {
  return { bid: bid > 0 ? BigInt(bid) : undefined, ask: ask > 0 ? BigInt(ask) : undefined };
}
