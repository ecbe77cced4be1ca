import type { Computation } from "./formulas.ts";

/**
 * RSI after Wilder (New Concepts in Technical Trading Systems, 1978): gains and losses begin as plain means
 * of the first `length` changes and are then smoothed by 1 / length. One line for each length; 50 without
 * any change.
 */
export function relativeStrength(lengths: readonly number[]): Computation {
  return {
    lines: lengths.length,
    slots: 2 * lengths.length,
    step: (data, at, carried, values) => {
      const closes = data[4];
      const change = at === 0 ? 0 : (closes[at] ?? Number.NaN) - (closes[at - 1] ?? Number.NaN);
      for (let line = 0; line < lengths.length; line++) {
        const length = lengths[line] ?? 1;
        const gain = smooth(carried, 2 * line, Math.max(0, change), at, length);
        const loss = smooth(carried, 2 * line + 1, Math.max(0, -change), at, length);
        values[line] =
          at < length ? Number.NaN : gain + loss === 0 ? 50 : (100 * gain) / (gain + loss);
      }
    },
  };
}

/** The sum of the first `length` changes, then Wilder's average. */
function smooth(
  carried: Float64Array,
  slot: number,
  now: number,
  at: number,
  length: number,
): number {
  const before = carried[slot] ?? 0;
  const after =
    at < length
      ? before + now
      : at === length
        ? (before + now) / length
        : (before * (length - 1) + now) / length;
  carried[slot] = after;
  return after;
}
