import type { CandleData } from "../candle-columns.ts";

/**
 * An indicator as one step from candle to candle, so that a new last candle costs one step. `carried` holds what
 * a step needs of all candles before its window; the window itself is read from `data`.
 */
export interface Computation {
  /** How many values a candle gets. */
  readonly lines: number;
  /** Length of `carried`, which starts as zeros before the first candle. */
  readonly slots: number;
  /** Writes the values of candle `at` into `values` (NaN where there are none yet) and updates `carried`. */
  step: (data: CandleData, at: number, carried: Float64Array, values: Float64Array) => void;
}

/** Mean of `length` values up to and including `at`. Summed again each time, since a running sum would drift. */
export function meanOf(values: Float64Array, at: number, length: number): number {
  let sum = 0;
  for (let index = at - length + 1; index <= at; index++) sum += values[index] ?? Number.NaN;
  return sum / length;
}
