import { meanOf, type Computation } from "./formulas.ts";

/**
 * BOLL: the mean of the last closes, and a number of standard deviations (of the population, not of a sample)
 * above and below it (StockCharts ChartSchool, "Bollinger Bands"). Lines: upper, middle, lower.
 */
export function bollingerBands(length: number, deviations: number): Computation {
  return {
    lines: 3,
    slots: 0,
    step: (data, at, _carried, values) => {
      if (at < length - 1) return void values.fill(Number.NaN);
      const closes = data[4];
      const mean = meanOf(closes, at, length);
      let squares = 0;
      for (let index = at - length + 1; index <= at; index++)
        squares += ((closes[index] ?? mean) - mean) ** 2;
      const band = deviations * Math.sqrt(squares / length);
      values[0] = mean + band;
      values[1] = mean;
      values[2] = mean - band;
    },
  };
}
