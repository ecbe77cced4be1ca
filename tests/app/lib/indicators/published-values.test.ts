/** Indicators against tables that others have published; the source stands at each. */
import { describe, expect, test } from "vitest";
import { bollingerBands } from "../../../../src/lib/indicators/bollinger-bands.ts";
import { exponentialAverage } from "../../../../src/lib/indicators/exponential-average.ts";
import { heikinAshi } from "../../../../src/lib/indicators/heikin-ashi.ts";
import { kdj } from "../../../../src/lib/indicators/kdj.ts";
import { macd } from "../../../../src/lib/indicators/macd.ts";
import { movingAverage } from "../../../../src/lib/indicators/moving-average.ts";
import { relativeStrength } from "../../../../src/lib/indicators/relative-strength.ts";
import { compute, dataOf, dataOfCloses } from "./computing.ts";

/** From the first value on, rounded as the source has them. */
const known = (line: readonly number[] | undefined, decimals: number) =>
  (line ?? []).filter(Number.isFinite).map((value) => Number(value.toFixed(decimals)));

describe("StockCharts ChartSchool, Moving Averages: ten days of Intel", () => {
  const closes = [
    22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38,
    22.61, 23.36, 24.05, 23.75, 23.83, 23.95, 23.63, 23.82, 23.87, 23.65, 23.19, 23.1, 23.33, 22.68,
    23.1, 22.4, 22.17,
  ];

  test("MA", () => {
    const expected = [
      22.22, 22.21, 22.23, 22.26, 22.3, 22.42, 22.61, 22.77, 22.91, 23.08, 23.21, 23.38, 23.53,
      23.65, 23.71, 23.68, 23.61, 23.51, 23.43, 23.28, 23.13,
    ];
    const [line] = compute(movingAverage([10]), dataOfCloses(closes));
    // The last digit of a half is rounded either way.
    known(line, 4).forEach((value, at) =>
      expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThan(0.0051),
    );
    expect(known(line, 2)).toHaveLength(expected.length);
  });

  test("EMA", () => {
    const expected = [
      22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8, 22.97, 23.13, 23.28, 23.34, 23.43, 23.51,
      23.53, 23.47, 23.4, 23.39, 23.26, 23.23, 23.08, 22.92,
    ];
    const [line] = compute(exponentialAverage([10]), dataOfCloses(closes));
    expect(known(line, 2)).toEqual(expected);
  });
});

test("StockCharts ChartSchool, Bollinger Bands: 20 days, 2 deviations", () => {
  const closes = [
    86.16, 89.09, 88.78, 90.32, 89.07, 91.15, 89.44, 89.18, 86.93, 87.68, 86.96, 89.43, 89.32,
    88.72, 87.45, 87.26, 89.5, 87.9, 89.13, 90.7, 92.9, 92.98, 91.8, 92.66, 92.68, 92.3, 92.77,
    92.54, 92.95, 93.2, 91.07, 89.83, 89.74, 90.4, 90.74, 88.02, 88.09, 88.84, 90.78, 90.54, 91.39,
    90.65,
  ];
  const [upper, middle, lower] = compute(bollingerBands(20, 2), dataOfCloses(closes));
  expect(known(upper, 2)).toEqual([
    91.29, 91.95, 92.61, 92.93, 93.31, 93.73, 93.9, 94.26, 94.56, 94.79, 95.04, 94.91, 94.9, 94.89,
    94.86, 94.67, 94.55, 94.68, 94.57, 94.53, 94.53, 94.37, 94.15,
  ]);
  expect(known(middle, 2)).toEqual([
    88.71, 89.05, 89.24, 89.39, 89.51, 89.69, 89.75, 89.91, 90.08, 90.38, 90.66, 90.86, 90.88, 90.9,
    90.99, 91.15, 91.19, 91.12, 91.17, 91.25, 91.24, 91.17, 91.05,
  ]);
  expect(known(lower, 2)).toEqual([
    86.13, 86.14, 85.87, 85.85, 85.7, 85.65, 85.59, 85.56, 85.6, 85.98, 86.27, 86.82, 86.86, 86.91,
    87.12, 87.63, 87.83, 87.56, 87.76, 87.97, 87.95, 87.96, 87.95,
  ]);
});

test("StockCharts ChartSchool, RSI: Wilder's smoothing over 14 days of QQQQ", () => {
  const closes = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826,
    45.8931, 46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122,
    46.2521, 45.7137, 46.4515, 45.7835, 45.3548, 44.0288, 44.1783, 44.2181, 44.5672, 43.4205,
    42.6628, 43.1314,
  ];
  const [line] = compute(relativeStrength([14]), dataOfCloses(closes));
  expect(line?.slice(0, 14).every(Number.isNaN)).toBe(true);
  expect(known(line, 2)).toEqual([
    70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93, 63.26, 56.06, 62.38, 54.71, 50.42, 39.99,
    41.46, 41.87, 45.46, 37.3, 33.08, 37.77,
  ]);
});

test("investexcel.net, How to Calculate MACD in Excel: 12, 26, 9", () => {
  const closes = [
    459.99, 448.85, 446.06, 450.81, 442.8, 448.97, 444.57, 441.4, 430.47, 420.05, 431.14, 425.66,
    430.58, 431.72, 437.87, 428.43, 428.35, 432.5, 443.66, 455.72, 454.49, 452.08, 452.73, 461.91,
    463.58, 461.14, 452.08, 442.66, 428.91, 429.79, 431.99, 427.72, 423.2, 426.21, 426.98, 435.69,
    434.33, 429.8,
  ];
  const [dif, dea, bars] = compute(macd(12, 26, 9), dataOfCloses(closes));
  expect(known(dif, 5)).toEqual([
    8.27527, 7.70338, 6.41607, 4.23752, 2.55258, 1.37889, 0.10298, -1.2584, -2.07056, -2.62184,
    -2.32907, -2.18163, -2.40263,
  ]);
  expect(known(dea, 5)).toEqual([3.03753, 1.90565, 1.05871, 0.41064, -0.15201]);
  expect(known(bars, 5)).toEqual([-5.10808, -4.52749, -3.38778, -2.59227, -2.25061]);
});

describe("KDJ by its definition (zh.wikipedia.org, 随机指标): K = 2/3 K' + 1/3 RSV, D = 2/3 D' + 1/3 K, J = 3K − 2D, from 50", () => {
  test("worked by hand for three candles", () => {
    const data = dataOf([
      [9, 10, 8, 9],
      [9, 12, 9, 12],
      [12, 12, 6, 7],
    ]);
    const [k, d, j] = compute(kdj(2, 3, 3), data);
    // RSV: (12 − 8)/(12 − 8) = 100, then (7 − 6)/(12 − 6) = 16.667.
    expect(known(k, 3)).toEqual([66.667, 50]);
    expect(known(d, 3)).toEqual([55.556, 53.704]);
    expect(known(j, 3)).toEqual([88.889, 42.593]);
  });

  test("a market that stands still stays at 50", () => {
    const [k, d, j] = compute(kdj(9, 3, 3), dataOfCloses(Array.from({ length: 20 }, () => 5)));
    expect([k?.at(-1), d?.at(-1), j?.at(-1)]).toEqual([50, 50, 50]);
  });
});

test("Heikin-Ashi by its definition (StockCharts ChartSchool): worked by hand for three candles", () => {
  const lines = compute(
    heikinAshi,
    dataOf([
      [10, 14, 8, 12],
      [12, 16, 11, 15],
      [15, 15, 5, 6],
    ]),
  );
  expect(lines).toEqual([
    [11, 11, 12.25],
    [14, 16, 15],
    [8, 11, 5],
    [11, 13.5, 10.25],
  ]);
});
