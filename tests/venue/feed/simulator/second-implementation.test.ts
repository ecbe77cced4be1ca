import { printsOf } from "../../../../venue/feed/simulator/model/trade-tape.ts";
import { expect, test } from "vitest";
import { numbersOf } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { commitDay, revealDay } from "../../../../venue/feed/simulator/model/day-commitment.ts";
import { fillMinuteTape, minuteTape } from "../../../../venue/feed/simulator/model/day-minutes.ts";
import { pinDay } from "../../../../venue/feed/simulator/model/day-series.ts";
import { bestPrices } from "../../../../venue/feed/simulator/model/order-book.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import { commitmentOf, rebuild, symbolRows } from "./second-implementation.ts";
import { freshModel, simulated } from "./simulated-days.ts";

const model = freshModel();

test("docs/simulator.md has the numbers of every symbol", () => {
  expect(symbolRows.map(([symbol]) => symbol)).toEqual(symbolTable.map(({ spec }) => spec.symbol));
  for (const [symbol = "", ...row] of symbolRows) {
    const [anchor, decimals, amountDecimals, percent, millions] = row.map(Number);
    expect(numbersOf(symbol)).toMatchObject({
      anchor,
      pricePrecision: decimals,
      amountPrecision: amountDecimals,
      dailySd: (percent ?? 0) / 100,
      dailyVolume: (millions ?? 0) * 1e6,
      group: row[5],
    });
  }
});

/** One day with jumps of all three components, one before the pin, one of a coin of few ticks. */
const days = ["btcusdt", "pepeusdt", "xtzusdt"].map((name, at) => {
  const symbol = simulated(name);
  const from = [pinDay + 80, pinDay - 900, pinDay + 1500][at] ?? 0;
  for (let day = from; ; day++)
    if (model.components(symbol, day).every(({ facts }) => facts.jumps.length > 0))
      return { symbol, day };
});

test.each(days)(
  "who has only docs/simulator.md gets each second and each lot of $symbol.spec.symbol on day $day",
  ({ symbol, day }) => {
    const reveal = revealDay(model, symbol, day);
    expect(commitmentOf(reveal)).toBe(commitDay(model.noise, reveal));
    const { index, lots, prints, bestOf, printsOf: rebuiltPrints } = rebuild(reveal);
    const path = model.path(symbol, day);
    expect(index.findIndex((value, s) => value !== path.index[s])).toBe(-1);
    for (let second = 0; second < 86400; second += 7)
      expect(bestOf(second)).toEqual(bestPrices(symbol, path, second));
    const tape = minuteTape();
    for (let minute = 0; minute < 1440; minute++) {
      fillMinuteTape(symbol, path, minute, tape);
      const at = minute * 60;
      expect(lots.slice(at, at + 60)).toEqual([...tape.amounts]);
      expect(prints.slice(at, at + 60)).toEqual([...tape.prints]);
    }
    for (let second = 0; second < 86400; second += 61)
      expect(rebuiltPrints(second)).toEqual(
        printsOf(symbol, path, 0, second, second + 1).map(({ price, amount }) => ({
          price,
          amount,
        })),
      );
  },
);
