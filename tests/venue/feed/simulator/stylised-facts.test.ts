import { describe, expect, test } from "vitest";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import { freshModel, simulated } from "./simulated-days.ts";

const model = freshModel();

function dailyReturns(name: string, days: number): number[] {
  return Array.from({ length: days }, (_, day) => {
    const { open, close } = model.facts(simulated(name), day);
    return close - open;
  });
}

function minuteReturns(name: string, firstDay: number, days: number): number[] {
  return Array.from({ length: days }, (_, n) => {
    const close = Array.from(model.minutes(simulated(name), firstDay + n).close, Math.log);
    return close.slice(1).map((level, m) => level - (close[m] ?? 0));
  }).flat();
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const cross = mean(a.map((value, n) => (value - meanA) * ((b[n] ?? 0) - meanB)));
  return (
    cross /
    Math.sqrt(
      mean(a.map((value) => (value - meanA) ** 2)) * mean(b.map((value) => (value - meanB) ** 2)),
    )
  );
}

const autocorrelation = (values: readonly number[], lag: number) =>
  correlation(values.slice(lag), values.slice(0, -lag));

function kurtosis(values: readonly number[]): number {
  const centre = mean(values);
  return (
    mean(values.map((value) => (value - centre) ** 4)) /
    mean(values.map((value) => (value - centre) ** 2)) ** 2
  );
}

const sizes = (values: readonly number[]) => values.map(Math.abs);

describe("P9: stylised facts", () => {
  test("days: fat tails, clustered size, no memory of direction", () => {
    const returns = dailyReturns("solusdt", 4000);
    expect(Math.sqrt(mean(returns.map((r) => r * r))) / simulated("solusdt").dailySd).toBeCloseTo(
      1,
      0.7,
    );
    expect(kurtosis(returns)).toBeGreaterThan(4.2);
    expect(kurtosis(returns)).toBeLessThan(10);
    expect(autocorrelation(sizes(returns), 1)).toBeGreaterThan(0.15);
    expect(autocorrelation(sizes(returns), 10)).toBeGreaterThan(0.04);
    expect(Math.abs(autocorrelation(returns, 1))).toBeLessThan(0.05);
  });

  test("symbols move together, but not as one", () => {
    const together = correlation(dailyReturns("btcusdt", 3000), dailyReturns("ethusdt", 3000));
    expect(together).toBeGreaterThan(0.25);
    expect(together).toBeLessThan(0.6);
  });

  test("minutes: fat tails, clustered size, no memory of direction, variance that adds up", () => {
    const returns = minuteReturns("btcusdt", 1200, 60);
    expect(kurtosis(returns)).toBeGreaterThan(8);
    expect(autocorrelation(sizes(returns), 1)).toBeGreaterThan(0.15);
    expect(autocorrelation(sizes(returns), 60)).toBeGreaterThan(0.08);
    expect(Math.abs(autocorrelation(returns, 1))).toBeLessThan(0.03);
    const hours = Array.from(
      { length: Math.floor(returns.length / 60) },
      (_, n) => mean(returns.slice(n * 60, n * 60 + 60)) * 60,
    );
    const ratio = mean(hours.map((r) => r * r)) / (60 * mean(returns.map((r) => r * r)));
    expect(ratio).toBeGreaterThan(0.88);
    expect(ratio).toBeLessThan(1.12);
  });

  test("seconds: their variance is a sixtieth of a minute's, for a fine and for a coarse tick", () => {
    for (const name of ["btcusdt", "xtzusdt"]) {
      let seconds = 0;
      let minutes = 0;
      for (let day = 1200; day < 1230; day++) {
        const { index } = model.path(simulated(name), day);
        for (let s = 60; s < 86400; s++) {
          seconds += ((index[s] ?? 0) / (index[s - 1] ?? 1) - 1) ** 2;
          if (s % 60 === 59) minutes += ((index[s] ?? 0) / (index[s - 60] ?? 1) - 1) ** 2;
        }
      }
      expect(minutes / seconds).toBeGreaterThan(0.9);
      expect(minutes / seconds).toBeLessThan(1.1);
    }
  });

  test("prices stay in a band for years, and a day across the market looks like a day", () => {
    for (const symbol of symbolTable) {
      const levels = Array.from({ length: 40 }, (_, n) => model.facts(symbol, n * 75).close);
      expect(Math.max(...levels.map(Math.abs))).toBeLessThan(1.8);
    }
    const changes = symbolTable.map((symbol) => {
      const { open, close } = model.facts(symbol, 2000);
      return Math.exp(close - open) - 1;
    });
    expect(Math.max(...changes)).toBeLessThan(0.3);
    expect(Math.min(...changes)).toBeGreaterThan(-0.25);
    expect(changes.filter((change) => change > 0).length).toBeGreaterThan(3);
    expect(changes.filter((change) => change < 0).length).toBeGreaterThan(3);
  });
});
