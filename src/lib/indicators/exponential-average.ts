import { meanOf, type Computation } from "./formulas.ts";

/**
 * EMA: each close weighs 2 / (length + 1), the past the rest; it begins as the plain mean of the first
 * `length` closes (StockCharts ChartSchool, "Moving Averages").
 */
export function exponentialAverage(lengths: readonly number[]): Computation {
  return {
    lines: lengths.length,
    slots: lengths.length,
    step: (data, at, carried, values) => {
      for (let line = 0; line < lengths.length; line++) {
        values[line] = carried[line] = nextAverage(
          data[4],
          at,
          lengths[line] ?? 1,
          carried[line] ?? 0,
        );
      }
    },
  };
}

/** The average at `at` from that of the candle before; NaN before there are `length` candles. */
export function nextAverage(
  closes: Float64Array,
  at: number,
  length: number,
  before: number,
): number {
  if (at < length - 1) return Number.NaN;
  if (at === length - 1) return meanOf(closes, at, length);
  return before + (2 / (length + 1)) * ((closes[at] ?? Number.NaN) - before);
}
