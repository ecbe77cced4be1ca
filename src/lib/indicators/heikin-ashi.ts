import type { Computation } from "./formulas.ts";

/**
 * Heikin-Ashi candles: the close is the mean of the four prices, the open the middle of the body before
 * (of the first: of its own); high and low reach as far as any of them (StockCharts ChartSchool, "Heikin-Ashi").
 * Lines: open, high, low, close.
 */
export const heikinAshi: Computation = {
  lines: 4,
  slots: 2,
  step: ([, opens, highs, lows, closes], at, carried, values) => {
    const [first = 0, high = 0, low = 0, last = 0] = [opens[at], highs[at], lows[at], closes[at]];
    const close = (first + high + low + last) / 4;
    const open = at === 0 ? (first + last) / 2 : ((carried[0] ?? 0) + (carried[1] ?? 0)) / 2;
    carried[0] = values[0] = open;
    carried[1] = values[3] = close;
    values[1] = Math.max(high, open, close);
    values[2] = Math.min(low, open, close);
  },
};
