import type { CandleColumns } from "../../lib/columns.ts";

export interface CandleSummary {
  count: number;
  /** Starts of the first and the last bucket, Unix s. */
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

/** The newest `count` candles in a few figures; undefined where there are none. */
export function summarise(columns: CandleColumns, count: number): CandleSummary | undefined {
  const from = Math.max(0, columns.length - count);
  const start = columns.candleAt(from);
  const end = columns.candleAt(columns.length - 1);
  if (!start || !end) return undefined;
  let high = start;
  let low = start;
  for (let at = from; at < columns.length; at++) {
    const candle = columns.candleAt(at);
    if (candle && candle.high > high.high) high = candle;
    if (candle && candle.low < low.low) low = candle;
  }
  return {
    count: columns.length - from, fromSec: start.id, toSec: end.id, first: start.open, last: end.close,
    changePercent: start.open > 0 ? ((end.close - start.open) / start.open) * 100 : 0,
    high: high.high, highSec: high.id, low: low.low, lowSec: low.id,
  };
}
