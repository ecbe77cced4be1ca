import fc from "fast-check";
import { expect, test } from "vitest";
import { CandleColumns, type ColumnCandle } from "../../../src/lib/candle-columns.ts";

const candle = (id: number, close = id, vol = 1): ColumnCandle => ({
  id,
  open: close,
  high: close + 1,
  low: close - 1,
  close,
  vol,
});
const times = (columns: CandleColumns) => [...columns.data[0]];

test("the last candle is replaced in place, the next one appended, an older one corrected", () => {
  const columns = new CandleColumns();
  columns.merge([candle(60), candle(120)]);
  const before = columns.data;
  columns.merge([candle(120, 7)]);
  expect(columns.data).toBe(before);
  expect(columns.candleAt(1)?.close).toBe(7);
  columns.merge([candle(180), candle(240)]);
  columns.merge([candle(60, 9)]);
  expect([times(columns), columns.candleAt(0)?.close, columns.lastTime]).toEqual([
    [60, 120, 180, 240],
    9,
    240,
  ]);
});

test("an older page goes in front and says how long it is", () => {
  const columns = new CandleColumns();
  expect(columns.merge([candle(300), candle(360)])).toEqual({ older: 0, from: 0 });
  expect(columns.merge([candle(180), candle(240), candle(300, 5)])).toEqual({ older: 2, from: 0 });
  expect([times(columns), columns.candleAt(2)?.close, columns.firstTime]).toEqual([
    [180, 240, 300, 360],
    5,
    180,
  ]);
});

test("a merge says from where on the candles are not as before", () => {
  const columns = new CandleColumns();
  columns.merge([candle(60), candle(120), candle(180)]);
  expect(columns.merge([candle(120), candle(180)])).toEqual({ older: 0, from: Infinity });
  expect(columns.merge([candle(120), candle(180, 5)])).toEqual({ older: 0, from: 2 });
  expect(columns.merge([candle(120), candle(180, 5), candle(240)])).toEqual({ older: 0, from: 3 });
  expect(columns.merge([candle(60, 8), candle(240, 9)])).toEqual({ older: 0, from: 0 });
  expect(columns.keepNewest(2)).toEqual({ older: -2, from: 0 });
  expect(times(columns)).toEqual([180, 240]);
});

test("a time finds its candle, and the moment between two the one that was running", () => {
  const columns = new CandleColumns();
  expect([columns.indexAt(5), columns.indexOf(5)]).toEqual([-1, -1]);
  columns.merge([candle(60), candle(120), candle(180)]);
  expect([0, 60, 119, 120, 999].map((time) => columns.indexAt(time))).toEqual([0, 0, 0, 1, 2]);
  expect([0, 60, 119, 180, 999].map((time) => columns.indexOf(time))).toEqual([-1, 0, -1, 2, -1]);
});

test("a hundred thousand candles take less than 60 bytes each", () => {
  const columns = new CandleColumns();
  for (let page = 0; page < 100; page++)
    columns.merge(Array.from({ length: 1000 }, (_, at) => candle((page * 1000 + at) * 60)));
  expect([columns.length, Math.ceil(columns.byteLength / columns.length) < 60]).toEqual([
    100_000,
    true,
  ]);
});

test("what is not finite, upside down or out of order is left out", () => {
  const columns = new CandleColumns();
  columns.merge([
    candle(60),
    candle(Number.NaN),
    candle(120),
    candle(90),
    { ...candle(180), low: 9999 },
  ]);
  expect(times(columns)).toEqual([60, 120]);
  columns.clear();
  expect([columns.length, columns.candleAt(0), columns.lastTime]).toEqual([
    0,
    undefined,
    undefined,
  ]);
});

test("any pages in any order give the union, rising, the later word winning", () => {
  const page = fc
    .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 })
    .map((ids) => ids.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(
      fc.array(fc.tuple(page, fc.integer({ min: 1, max: 1000 })), { minLength: 1, maxLength: 6 }),
      (pages) => {
        const columns = new CandleColumns();
        const model = new Map<number, number>();
        for (const [ids, close] of pages) {
          // Columns hold one unbroken stretch: a bucket that was never there inside it stays away.
          const [first, last] = [columns.firstTime ?? Infinity, columns.lastTime ?? -Infinity];
          for (const id of ids) if (id < first || id > last || model.has(id)) model.set(id, close);
          columns.merge(ids.map((id) => candle(id, close)));
        }
        const expected = [...model].toSorted(([a], [b]) => a - b);
        expect(times(columns)).toEqual(expected.map(([id]) => id));
        expect([...columns.data[4]]).toEqual(expected.map(([, close]) => close));
      },
    ),
    { numRuns: 200 },
  );
});
