import { CandleColumns, type CandleData } from "../../../../src/lib/candle-columns.ts";
import type { Computation } from "../../../../src/lib/indicators/formulas.ts";

/** Columns of `[open, high, low, close]`, a minute apart. */
export function dataOf(
  candles: readonly (readonly [number, number, number, number])[],
): CandleData {
  const columns = new CandleColumns();
  columns.merge(
    candles.map(([open, high, low, close], at) => ({
      id: (at + 1) * 60,
      open,
      high,
      low,
      close,
      vol: 1,
    })),
  );
  return columns.data;
}

export function dataOfCloses(closes: readonly number[]): CandleData {
  return dataOf(closes.map((close) => [close, close, close, close]));
}

/** All lines of a computation from the first candle to the last, in full precision. */
export function compute(computation: Computation, data: CandleData): number[][] {
  const carried = new Float64Array(computation.slots);
  const values = new Float64Array(computation.lines);
  const lines: number[][] = Array.from({ length: computation.lines }, () => []);
  for (let at = 0; at < data[0].length; at++) {
    computation.step(data, at, carried, values);
    lines.forEach((line, index) => line.push(values[index] ?? Number.NaN));
  }
  return lines;
}
