import type { Computation } from "./formulas.ts";
import { nextAverage } from "./exponential-average.ts";

/**
 * MACD: the short EMA less the long one (DIF), the EMA of that (DEA), and their difference
 * (StockCharts ChartSchool, "MACD"; the bars are not doubled). Lines: DIF, DEA, bars.
 */
export function macd(short: number, long: number, signal: number): Computation {
  const firstDif = Math.max(short, long) - 1;
  return {
    lines: 3,
    // Both averages of the closes; that of DIF, or its sum while it has not begun.
    slots: 3,
    step: (data, at, carried, values) => {
      const fast = (carried[0] = nextAverage(data[4], at, short, carried[0] ?? 0));
      const slow = (carried[1] = nextAverage(data[4], at, long, carried[1] ?? 0));
      values.fill(Number.NaN);
      const age = at - firstDif;
      if (age < 0) return;
      const dif = fast - slow;
      const before = carried[2] ?? 0;
      values[0] = dif;
      if (age < signal - 1) {
        carried[2] = before + dif;
        return;
      }
      const dea =
        age === signal - 1 ? (before + dif) / signal : before + (2 / (signal + 1)) * (dif - before);
      carried[2] = dea;
      values[1] = dea;
      values[2] = dif - dea;
    },
  };
}
