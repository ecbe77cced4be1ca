import type { Computation } from "./formulas.ts";

const neutral = 50;

/**
 * KDJ as in Chinese trading software: RSV is the position of the close between the lowest low and the highest
 * high of `length` candles, in percent; K = ((k − 1)·K' + RSV) / k, D = ((d − 1)·D' + K) / d, J = 3K − 2D,
 * with K' = D' = 50 before the first. Lines: K, D, J.
 */
export function kdj(length: number, kSmoothing: number, dSmoothing: number): Computation {
  return {
    lines: 3,
    slots: 2,
    step: (data, at, carried, values) => {
      if (at < length - 1) {
        carried.fill(neutral);
        return void values.fill(Number.NaN);
      }
      const rsv = placeInRange(data[2], data[3], data[4][at] ?? Number.NaN, at, length);
      const k = (carried[0] =
        ((kSmoothing - 1) * (at === 0 ? neutral : (carried[0] ?? neutral)) + rsv) / kSmoothing);
      const d = (carried[1] =
        ((dSmoothing - 1) * (at === 0 ? neutral : (carried[1] ?? neutral)) + k) / dSmoothing);
      values[0] = k;
      values[1] = d;
      values[2] = 3 * k - 2 * d;
    },
  };
}

function placeInRange(
  highs: Float64Array,
  lows: Float64Array,
  close: number,
  at: number,
  length: number,
): number {
  let high = -Infinity;
  let low = Infinity;
  for (let index = at - length + 1; index <= at; index++) {
    high = Math.max(high, highs[index] ?? high);
    low = Math.min(low, lows[index] ?? low);
  }
  return high > low ? ((close - low) / (high - low)) * 100 : neutral;
}
