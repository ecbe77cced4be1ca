import type { ColumnCandle } from "../../../lib/candle-columns.ts";

export interface CandleSummary {
  count: number;
  /** Starts of the first and the last candle, Unix s. */
  fromSec: number;
  toSec: number;
  first: number;
  last: number;
  /** Percent units. */
  changePercent: number;
  high: number;
  highSec: number;
  low: number;
  lowSec: number;
}

/** Summarises candles, ascending in time; undefined where there are none. */
export function summarise(candles: readonly ColumnCandle[]): CandleSummary | undefined {
  const start = candles[0];
  const end = candles.at(-1);
  if (!start || !end) return undefined;
  let high = start;
  let low = start;
  for (const candle of candles) {
    if (candle.high > high.high) high = candle;
    if (candle.low < low.low) low = candle;
  }
  return {
    count: candles.length,
    fromSec: start.id,
    toSec: end.id,
    first: start.open,
    last: end.close,
    changePercent: start.open > 0 ? ((end.close - start.open) / start.open) * 100 : 0,
    high: high.high,
    highSec: high.id,
    low: low.low,
    lowSec: low.id,
  };
}
