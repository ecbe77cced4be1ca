import { meanOf, type Computation } from "./formulas.ts";

/** MA: the plain mean of the last closes, one line for each length. */
export function movingAverage(lengths: readonly number[]): Computation {
  return {
    lines: lengths.length,
    slots: 0,
    step: (data, at, _carried, values) => {
      for (let line = 0; line < lengths.length; line++) {
        const length = lengths[line] ?? 1;
        values[line] = at < length - 1 ? Number.NaN : meanOf(data[4], at, length);
      }
    },
  };
}
