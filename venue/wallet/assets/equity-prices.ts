import { quoteCurrency } from "../../platform/currencies.ts";
import type { MarketSource } from "../../feed/market-source.ts";

/** A price as integer and decimals. */
export type Price = readonly [price: bigint, precision: number];

/**
 * Prices in USDT of these currencies: at the end of a day (Unix ms) the close of that day, later than the last
 * end the live one; undefined where there was none.
 */
export type DayPrices = (
  flags: readonly string[],
  span: { from: number; now: number },
) => Promise<(flag: string, time: number) => Price | undefined>;

const dayMs = 86_400_000;

/** Reads the closes of each market once, for as long as no day has passed. */
export function createDayPrices(
  source: Pick<MarketSource, "symbols" | "ticker" | "klines">,
): DayPrices {
  /** Closes in ticks by the end of their day. */
  const closes = new Map<string, { from: number; until: number; byEnd: Map<number, number> }>();

  async function closesOf(
    symbol: string,
    { from, now }: { from: number; now: number },
  ): Promise<Map<number, number>> {
    const held = closes.get(symbol);
    if (held && held.from <= from && now < held.until) return held.byEnd;
    const candles = await source.klines(symbol, "1day", {
      from: Math.floor((from - dayMs) / 1000),
      to: Math.floor(now / 1000),
    });
    const byEnd = new Map(candles.map(({ id, close }) => [id * 1000 + dayMs, close]));
    const until = Math.max(from, ...byEnd.keys());
    closes.set(symbol, { from, until, byEnd });
    return byEnd;
  }

  return async (flags, span) => {
    const specs = new Map(
      source
        .symbols()
        .filter((spec) => spec.quote === quoteCurrency)
        .map((spec) => [spec.base, spec]),
    );
    const days = new Map<string, Map<number, number>>();
    for (const flag of flags) {
      const spec = specs.get(flag);
      if (spec) days.set(flag, await closesOf(spec.symbol, span));
    }
    return (flag, time) => {
      if (flag === quoteCurrency) return [1n, 0];
      const spec = specs.get(flag);
      const price =
        spec && (time === span.now ? source.ticker(spec.symbol)?.close : days.get(flag)?.get(time));
      return spec && price !== undefined && price > 0
        ? [BigInt(price), spec.pricePrecision]
        : undefined;
    };
  };
}
