import type { CandleData } from "../columns.ts";

/**
 * An indicator as one step from candle to candle, so that a new last candle costs one step. What a step
 * needs of all candles before its window it carries in `carried`; the window itself it reads from `data`.
 */
export interface Computation {
  /** How many values a candle gets. */
  readonly lines: number;
  /** Length of `carried`, which starts as zeros before the first candle. */
  readonly slots: number;
  /** Writes the values of candle `at` into `values` (NaN where it has none yet) and moves `carried` on. */
  step: (data: CandleData, at: number, carried: Float64Array, values: Float64Array) => void;
}

/** Mean of `length` values up to and with `at`. Summed anew each time: a running sum would drift. */
export function meanOf(values: Float64Array, at: number, length: number): number {
  let sum = 0;
  for (let index = at - length + 1; index <= at; index++) sum += values[index] ?? Number.NaN;
  return sum / length;
}
