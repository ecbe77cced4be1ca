import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lastOfIndex } from "#protocol/proof/simulated-day/day-path.ts";
import {
  gaussianFromWord,
  portableExp,
  portableLog,
} from "#protocol/proof/simulated-day/portable-math.ts";
import {
  dayMinutes,
  minuteCandle,
  turnoverUnit,
} from "../../../../venue/feed/simulator/model/day-minutes.ts";
import { goldenDay } from "../../../harness/samples/golden-day.ts";
import { bookDepth, bookSide } from "../../../../venue/feed/simulator/model/order-book.ts";
import { packColumns } from "../../../../venue/feed/simulator/candles/rollup-days.ts";
import { symbolTable } from "../../../../venue/feed/simulator/model/symbol-table.ts";
import { maxPrints } from "../../../../venue/feed/simulator/model/second-prints.ts";
import { printsOf } from "../../../../venue/feed/simulator/model/trade-tape.ts";
import { goldenDays } from "../../../harness/samples/golden-days.ts";
import { freshModel, simulated } from "./simulated-days.ts";
import { times } from "../../../harness/trials.ts";

const anySymbol = fc.constantFrom(...symbolTable);
const anyDay = fc.integer({ min: 0, max: 3000 });

describe("a symbol-day", () => {
  test("P1: has the same bytes whatever was asked before", () => {
    const forth = freshModel();
    const back = freshModel();
    const names = ["btcusdt", "pepeusdt"];
    const asked = names.flatMap((name) =>
      [0, 1, 700, 2515].map((day) => ({ symbol: simulated(name), day })),
    );
    const bytes =
      (model: typeof forth) =>
      ({ symbol, day }: (typeof asked)[number]) =>
        model.noise.sha256(packColumns(model.minutes(symbol, day)));
    const first = asked.map(bytes(forth));
    const second = asked.toReversed().map(bytes(back)).toReversed();
    expect(second).toEqual(first);
    expect(new Set(first).size).toBe(asked.length);
  });

  test.each(Object.entries(goldenDays))("has the published hash: %s", async (name, hash) => {
    const [symbol = "", day] = name.split("|");
    expect(await goldenDay(crypto.subtle, symbol, Number(day))).toBe(hash);
  });

  test("P2: ends where the next begins", () => {
    const model = freshModel();
    fc.assert(
      fc.property(anySymbol, anyDay, (symbol, day) => {
        const end = model.path(symbol, day).index[86399];
        const next = model.path(symbol, day + 1);
        expect(next.openIndex).toBe(end);
        expect(model.components(symbol, day + 1).map(({ facts }) => facts.open)).toEqual(
          model.components(symbol, day).map(({ facts }) => facts.close),
        );
      }),
      { numRuns: times(10, 60) },
    );
  });

  test("P4: every minute holds together", () => {
    const model = freshModel();
    fc.assert(
      fc.property(anySymbol, anyDay, (symbol, day) => {
        const minutes = model.minutes(symbol, day);
        const unit = turnoverUnit(symbol);
        for (let m = 0; m < 1440; m++) {
          const [open = 0, high = 0, low = 0, close = 0] = [
            minutes.open[m],
            minutes.high[m],
            minutes.low[m],
            minutes.close[m],
          ];
          const [amount = 0, vol = 0, count = 0] = [
            minutes.amount[m],
            minutes.vol[m],
            minutes.count[m],
          ];
          const sound =
            low > 0 &&
            low <= open &&
            low <= close &&
            high >= open &&
            high >= close &&
            count >= 1 &&
            count <= 60 * maxPrints &&
            amount >= count &&
            Number.isSafeInteger(amount) &&
            vol >= Math.floor((low * amount) / unit) &&
            vol <= (high * amount) / unit &&
            high * amount <= Number.MAX_SAFE_INTEGER;
          if (!sound)
            expect({
              symbol: symbol.spec.symbol,
              day,
              m,
              open,
              high,
              low,
              close,
              amount,
              vol,
              count,
            }).toBe("sound");
        }
      }),
      { numRuns: times(20, 200) },
    );
  });

  test("P5: the tape adds up to the candle, to the last lot, at any second of the minute", () => {
    const model = freshModel();
    fc.assert(
      fc.property(
        anySymbol,
        anyDay,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 1, max: 60 }),
        (symbol, day, minute, seconds) => {
          const path = model.path(symbol, day);
          const candle = minuteCandle(symbol, path, minute, seconds);
          const trades = printsOf(symbol, path, 0, minute * 60, minute * 60 + seconds);
          const prices = trades.map(({ price }) => price);
          const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);
          expect(trades.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true);
          expect(candle).toEqual({
            id: 0,
            open: prices[0],
            high: Math.max(...prices),
            low: Math.min(...prices),
            close: prices.at(-1),
            amount: Number(sum(trades.map(({ amount }) => BigInt(amount)))),
            vol: Number(
              sum(trades.map(({ amount, price }) => BigInt(amount) * BigInt(price))) /
                BigInt(turnoverUnit(symbol)),
            ),
            count: trades.length,
          });
          expect(new Set(trades.map(({ id }) => id)).size).toBe(trades.length);
          if (seconds === 60) {
            const { id: _, ...row } = candle;
            const minutes = dayMinutes(symbol, path);
            expect(row).toEqual({
              open: minutes.open[minute],
              high: minutes.high[minute],
              low: minutes.low[minute],
              close: minutes.close[minute],
              amount: minutes.amount[minute],
              vol: minutes.vol[minute],
              count: minutes.count[minute],
            });
          }
        },
      ),
      { numRuns: times(20, 200) },
    );
  });

  test("P6: the book is ordered, never crossed, and holds the last price at its edge", () => {
    const model = freshModel();
    fc.assert(
      fc.property(anySymbol, anyDay, fc.integer({ min: 0, max: 86399 }), (symbol, day, second) => {
        const path = model.path(symbol, day);
        const bids = bookSide(symbol, path, second, "buy");
        const asks = bookSide(symbol, path, second, "sell");
        const bid = bids[0]?.[0] ?? 0;
        const ask = asks[0]?.[0] ?? 0;
        const last = lastOfIndex(path.index[second] ?? 0);
        expect(bids.length).toBe(bookDepth);
        expect(asks.length).toBe(bookDepth);
        expect(ask - bid).toBeGreaterThanOrEqual(1);
        const usual = lastOfIndex(path.openIndex) * symbol.usualSpread * path.volatility;
        expect(ask - bid).toBeLessThanOrEqual(Math.max(1, 2 * usual + 1));
        expect(last === bid || last === ask).toBe(true);
        expect(bids.every(([price], k) => k === 0 || price < (bids[k - 1]?.[0] ?? 0))).toBe(true);
        expect(asks.every(([price], k) => k === 0 || price > (asks[k - 1]?.[0] ?? 0))).toBe(true);
        expect(
          [...bids, ...asks].every(
            ([price, lots]) => price >= 1 && Number.isSafeInteger(lots) && lots >= 1,
          ),
        ).toBe(true);
      }),
      { numRuns: times(20, 200) },
    );
  });

  test("rounds the index to ticks exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_294_967_295 }), (index) => {
        expect(lastOfIndex(index)).toBe(Number((BigInt(index) + 50n) / 100n));
      }),
    );
  });
});

test("the portable logarithm and exponential agree with the engine's to 13 digits", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1e6, noNaN: true }), (x) => {
      expect(Math.abs(portableLog(x) - Math.log(x))).toBeLessThan(
        1e-13 * Math.max(1, Math.abs(Math.log(x))),
      );
    }),
  );
  fc.assert(
    fc.property(fc.double({ min: -60, max: 60, noNaN: true }), (x) => {
      expect(Math.abs(portableExp(x) / Math.exp(x) - 1)).toBeLessThan(2e-14);
    }),
  );
});

test("a word becomes a normal draw", () => {
  const drawOf = (word: number) => gaussianFromWord(new Uint8Array(Uint32Array.of(word).buffer), 0);
  // Quantiles of (word + 0.5) / 2^32, from another implementation of the inverse distribution.
  const known: [number, number][] = [
    [0, -6.337957754553789],
    [1_000_000, -3.499768988758381],
    [100_000_000, -1.990225241389144],
    [300_000_000, -1.4769151384691752],
    [1_000_000_000, -0.7295565530758739],
    [3_000_000_000, 0.5200680618488762],
  ];
  for (const [word, quantile] of known) {
    expect(Math.abs(drawOf(word) - quantile)).toBeLessThan(1e-6);
    expect(drawOf(4_294_967_295 - word)).toBeCloseTo(-drawOf(word), 6);
  }
});
