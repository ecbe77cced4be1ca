import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  bookCurve,
  curvePoint,
  levelPoint,
  tableLevels,
} from "../../../../src/features/market/book/book-curve.ts";
import { BookLevels } from "../../../../src/features/market/book/book-levels.ts";
import {
  bookMiddle,
  bookRows,
  groupsFor,
  groupStep,
} from "../../../../src/features/market/book/book-rows.ts";
import { mergeDepth } from "../../../../venue/market/quotes/market-reads.ts";

function bookOf(bids: [number, number][], asks: [number, number][]): BookLevels {
  const book = BookLevels.of({ version: 1, ts: 1, bids, asks });
  if (!book) throw new Error("no sound book");
  return book;
}

const levels = (rows: { price: string; size: string }[]) =>
  rows.map(({ price, size }) => [price, size]);

describe("rows", () => {
  test("best levels first; running sums, measured on the deeper side", () => {
    const { asks, bids } = bookRows(
      bookOf(
        [
          [9, 1],
          [8, 1],
        ],
        [
          [10, 1],
          [11, 3],
          [12, 4],
        ],
      ),
      2,
      2,
    );
    expect(asks).toEqual([
      { price: "10.00", size: "1", total: "1", share: 0.25 },
      { price: "11.00", size: "3", total: "4", share: 1 },
    ]);
    expect(bids).toEqual([
      { price: "9.00", size: "1", total: "1", share: 0.25 },
      { price: "8.00", size: "1", total: "2", share: 0.5 },
    ]);
  });

  test("sums are exact where floats are not", () => {
    const { bids } = bookRows(
      bookOf(
        [
          [1.3, 0.1],
          [1.2, 0.2],
          [1.1, 0.3],
        ],
        [],
      ),
      3,
      1,
    );
    expect(bids.map((row) => row.total)).toEqual(["0.1", "0.3", "0.6"]);
  });

  test("groups: bids fall, asks rise, sizes add up, and a price shows no more decimals than its group has", () => {
    const book = bookOf(
      [
        [100.29, 1],
        [100.21, 0.5],
        [100.2, 1],
        [99.99, 2],
      ],
      [
        [100.31, 1],
        [100.4, 1],
        [100.41, 0.25],
      ],
    );
    expect(levels(bookRows(book, 9, 2, 1).bids)).toEqual([
      ["100.2", "2.5"],
      ["99.9", "2"],
    ]);
    expect(levels(bookRows(book, 9, 2, 1).asks)).toEqual([
      ["100.4", "2"],
      ["100.5", "0.25"],
    ]);
    expect(levels(bookRows(book, 9, 2, 3).bids)).toEqual([
      ["100", "2.5"],
      ["90", "2"],
    ]);
    expect(levels(bookRows(book, 9, 2, 3).asks)).toEqual([["110", "2.25"]]);
  });

  test("a group that the end of the book cuts is not shown with half its size", () => {
    const deep = bookOf(
      Array.from({ length: 150 }, (_, at): [number, number] => [(100_000 - at) / 100, 1]),
      [],
    );
    const { bids } = bookRows(deep, 150, 2, 1);
    expect([bids[0], bids[1], bids.at(-1)].map((row) => [row?.price, row?.size])).toEqual([
      ["1000.0", "1"],
      ["999.9", "10"],
      ["998.6", "10"],
    ]);
  });

  test("groups are those of the venue's own depth steps, whatever the book", () => {
    const side = fc.uniqueArray(
      fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 1e6 })),
      { selector: ([ticks]) => ticks, minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 3 }), (below, above, group) => {
        const bids = below
          .map(([ticks, lots]): [number, number] => [100_000 - ticks, lots])
          .sort((a, b) => b[0] - a[0]);
        const asks = above
          .map(([ticks, lots]): [number, number] => [100_000 + ticks, lots])
          .sort((a, b) => a[0] - b[0]);
        const wire = (levelsOf: [number, number][]) =>
          levelsOf.map(([ticks, lots]): [number, number] => [ticks / 100, lots / 1e4]);
        const rows = bookRows(bookOf(wire(bids), wire(asks)), 150, 2, group);
        for (const [name, all] of [
          ["bids", bids],
          ["asks", asks],
        ] as const) {
          expect(rows[name].map(({ price, size }) => [Number(price), Number(size)])).toEqual(
            mergeDepth(all, group, name).map(([ticks, lots]) => [ticks / 100, lots / 1e4]),
          );
        }
      }),
    );
  });

  test("steps to choose from follow the price", () => {
    expect(groupsFor(60_000, 2).map((group) => groupStep(group, 2))).toEqual([
      "0.01",
      "0.1",
      "1",
      "10",
    ]);
    expect(groupsFor(0.1, 6).map((group) => groupStep(group, 6))).toEqual(["0.000001", "0.00001"]);
    expect([groupsFor(undefined, 2), groupsFor(1, 0)]).toEqual([[0], [0]]);
  });
});

test("spread and middle are exact; half a tick needs one more decimal", () => {
  expect(bookMiddle(bookOf([[100.01, 1]], [[100.02, 1]]), 2)).toMatchObject({
    spread: "0.01",
    mid: "100.015",
    midDecimals: 3,
  });
  expect(bookMiddle(bookOf([[99, 1]], [[101, 1]]), 2)).toEqual({
    spread: "2.00",
    mid: "100.00",
    midDecimals: 2,
    percent: 2,
  });
  expect(bookMiddle(bookOf([], [[101, 1]]), 2)).toBeUndefined();
});

describe("the curve", () => {
  const book = bookOf(
    [
      [100, 1],
      [99, 0.2],
    ],
    [
      [101, 0.1],
      [103, 0.3],
      [110, 1],
    ],
  );

  test("runs from the lowest bid to the highest ask, each side summed from its best", () => {
    expect(bookCurve(book)).toEqual({
      x: [99, 100, 101, 103, 110],
      bids: [1.2, 1, null, null, null],
      asks: [null, null, 0.1, 0.4, 1.4],
    });
  });

  test("a point says size, value and slippage against the best price", () => {
    expect(curvePoint(book, 3, 2)).toEqual({
      side: "ask",
      level: 2,
      price: "103.00",
      size: "0.4",
      value: "41.0",
      slippagePercent: "1.4851",
    });
    expect(curvePoint(book, 0, 2)).toEqual({
      side: "bid",
      level: 2,
      price: "99.00",
      size: "1.2",
      value: "119.8",
      slippagePercent: "0.1667",
    });
    expect(curvePoint(book, 2, 2)).toEqual(levelPoint(book, "ask", 1, 2));
    expect([curvePoint(book, 5, 2), levelPoint(book, "bid", 3, 2)]).toEqual([undefined, undefined]);
  });

  test("a table ends with the deepest level there is", () => {
    expect([tableLevels(book), tableLevels(bookOf([], []))]).toEqual([[1, 2, 3], []]);
    expect(
      tableLevels(
        bookOf(
          Array.from({ length: 30 }, (_, at): [number, number] => [100 - at, 1]),
          [],
        ),
      ),
    ).toEqual([1, 2, 3, 5, 10, 20, 30]);
  });
});
