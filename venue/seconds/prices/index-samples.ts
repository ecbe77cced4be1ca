/** The index as settlement reads it: by market and moment alone. */
import { formatAmount } from "#protocol/wire/amount.ts";
import { windowOf } from "#protocol/rules/seconds-settlement.ts";
import type { MarketSource } from "../../feed/market-source.ts";

type Source = Pick<MarketSource, "index" | "spec" | "health">;

/** Decimals of a sample beyond those of its market's prices. */
const indexDecimals = 2;
/** A sample older than this says nothing of now. */
const freshSec = 3;

export interface IndexOf {
  symbol: string;
  /** Decimals of the market's prices that its contracts were accepted under. */
  precision: number;
}

/** The sample of a second (Unix s) as decimal text; null where there is none. */
export function sampleAt(
  source: Source,
  { symbol, precision }: IndexOf,
  second: number,
): string | null {
  // A market counted in other ticks since then has none that could be compared.
  const spec = source.spec(symbol);
  const isComparable = spec === undefined || spec.pricePrecision === precision;
  const units = isComparable ? source.index(symbol, second) : undefined;
  return units === undefined || !Number.isSafeInteger(units) || units <= 0
    ? null
    : formatAmount(BigInt(units), precision + indexDecimals);
}

/** The samples of the window of a moment (Unix ms), oldest first, null where there is none. */
export function samplesAt(source: Source, of: IndexOf, momentMs: number): (string | null)[] {
  return windowOf(momentMs).map((second) => sampleAt(source, of, second));
}

/** The latest sample as decimal text; null where the source is not live or has none of the last seconds. */
export function latestIndex(
  source: Source,
  { symbol, precision }: IndexOf,
  now: number,
): string | null {
  if (source.health().state !== "live") return null;
  const second = Math.floor(now / 1000);
  for (let back = 0; back <= freshSec; back += 1) {
    const units = source.index(symbol, second - back);
    if (units !== undefined && units > 0)
      return formatAmount(BigInt(units), precision + indexDecimals);
  }
  return null;
}
