import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type MarketScales,
  valueUp,
  walkLevels,
  type Want,
  worstPrice,
} from "#protocol/rules/spot-fill.ts";
import { leftLevels, missingLots, refillMs } from "../../../venue/matching/fill-model.ts";
import { settleTaker } from "../../../venue/spot/rules/taker-settlement.ts";
import { c1Asks } from "./spot-stage.ts";

const scales = { price: 2, amount: 6, base: 8, quote: 8 };
const none = 0n;
/** Settles a market order on a book that lacks so many lots. */
const settleMarket = (
  order: { side: "buy" | "sell"; amount: bigint | null; held: bigint; scales: MarketScales },
  levels: readonly (readonly [number, number])[],
  missing = none,
) => settleTaker({ ...order, price: null, tif: "ioc" }, { levels, missing });
const usdt = (whole: number) => BigInt(whole) * 100_000_000n;

describe("what a market order takes", () => {
  test("vector C1", () => {
    const settled = settleMarket(
      { side: "buy", amount: null, held: usdt(1000), scales },
      c1Asks,
      none,
    );
    expect(settled.fills.map((fill) => [fill.price, fill.lots])).toEqual([
      [6_000_000n, 5000n],
      [6_001_000n, 10_000n],
      [6_005_000n, 1663n],
    ]);
    expect(settled).toMatchObject({
      value: 99_996_315_000n,
      houseValue: 99_996_315_000n,
      fee: 3333n,
      amount: 1_666_300n,
      state: "filled",
      reason: null,
    });
    expect(settled.amount - settled.fee).toBe(1_662_967n);
    expect(usdt(1000) - settled.value).toBe(3_685_000n);
  });

  const walk = (want: Want, levels: readonly (readonly [number, number])[], missing = none) => {
    const { fills, end } = walkLevels(want, leftLevels(levels, missing), scales);
    return { taken: fills.map(({ price, lots }) => [Number(price), Number(lots)]), end };
  };

  test.each<[string, Want, [number, number][], ReturnType<typeof walk>]>([
    [
      "a book too thin",
      { side: "sell", lots: 30n, budget: null },
      [
        [100, 10],
        [99, 10],
      ],
      {
        taken: [
          [100, 10],
          [99, 10],
        ],
        end: "no_liquidity",
      },
    ],
    [
      "an empty book",
      { side: "buy", lots: null, budget: usdt(10) },
      [],
      { taken: [], end: "no_liquidity" },
    ],
    [
      "a buy stops 5 % above the best",
      { side: "buy", lots: 30n, budget: usdt(10) },
      [
        [100, 10],
        [105, 10],
        [106, 10],
      ],
      {
        taken: [
          [100, 10],
          [105, 10],
        ],
        end: "max_slip",
      },
    ],
    [
      "a sell stops 5 % below the best",
      { side: "sell", lots: 30n, budget: null },
      [
        [100, 10],
        [95, 10],
        [94, 10],
      ],
      {
        taken: [
          [100, 10],
          [95, 10],
        ],
        end: "max_slip",
      },
    ],
    [
      "what is set aside ends a buy by amount",
      { side: "buy", lots: 30n, budget: 2000n },
      [
        [100, 10],
        [101, 30],
      ],
      {
        taken: [
          [100, 10],
          [101, 9],
        ],
        end: "budget",
      },
    ],
    [
      "also where there is more to come",
      { side: "buy", lots: 30n, budget: 2000n },
      [
        [100, 10],
        [101, 30],
        [102, 9],
      ],
      {
        taken: [
          [100, 10],
          [101, 9],
        ],
        end: "budget",
      },
    ],
    [
      "less than a lot left is done, not short",
      { side: "buy", lots: null, budget: 1050n },
      [
        [100, 10],
        [106, 5],
      ],
      { taken: [[100, 10]], end: "done" },
    ],
    [
      "also where the book ends with it",
      { side: "buy", lots: null, budget: 1050n },
      [[100, 10]],
      { taken: [[100, 10]], end: "done" },
    ],
    [
      "a value below one lot buys nothing",
      { side: "buy", lots: null, budget: 50n },
      [[100, 10]],
      { taken: [], end: "done" },
    ],
  ])("%s", (_, want, levels, expected) => {
    expect(walk(want, levels)).toEqual(expected);
  });

  test.each([
    [
      "budget",
      2000n,
      [
        [100, 10],
        [101, 30],
      ],
      "partial-canceled",
    ],
    ["budget", 99n, [[100, 10]], "canceled"],
    [
      "max_slip",
      9000n,
      [
        [100, 10],
        [106, 30],
      ],
      "partial-canceled",
    ],
    ["no_liquidity", 9000n, [[100, 10]], "partial-canceled"],
  ] as const)("an order that ended short says why: %s", (reason, held, levels, state) => {
    expect(settleMarket({ side: "buy", amount: 3000n, held, scales }, levels, none)).toMatchObject({
      state,
      reason,
    });
  });

  test("an order that bought nothing is canceled, never filled", () => {
    expect(
      settleMarket({ side: "buy", amount: null, held: 50n, scales }, [[100, 10]], none),
    ).toMatchObject({ state: "canceled", reason: "no_liquidity", fills: [] });
  });

  test.each<[string, [number, number][], [number, number][]]>([
    [
      "what was taken a moment ago is not there",
      [
        [100, 10],
        [99, 10],
        [98, 10],
      ],
      [
        [99, 6],
        [98, 4],
      ],
    ],
    [
      "nor at the prices that the book has moved to since",
      [
        [97, 12],
        [96, 3],
        [95, 10],
      ],
      [
        [96, 1],
        [95, 9],
      ],
    ],
  ])("%s", (_, levels, taken) => {
    const missing = missingLots(
      [
        { lots: 10n, at: 0 },
        { lots: 4n, at: 0 },
      ],
      0,
    );
    expect(walk({ side: "sell", lots: 10n, budget: null }, levels, missing)).toEqual({
      taken,
      end: "done",
    });
  });

  test("it comes back by half in 5 s, by three quarters in 10, and wholly in a minute", () => {
    const taken = [{ lots: 1000n, at: 0 }];
    const at = (ms: number) => missingLots(taken, ms);
    expect([0, 2500, 5000, 10_000, 15_000, refillMs].map(at)).toEqual([
      1000n,
      750n,
      500n,
      250n,
      125n,
      0n,
    ]);
    expect(missingLots([...taken, { lots: 8n, at: 5000 }], 5000)).toBe(508n);
  });

  test("value at more decimals than the quote keeps rounds against the user, and the rest is named", () => {
    const fine = { price: 10, amount: 0, base: 4, quote: 8 };
    const bought = settleMarket(
      { side: "buy", amount: 10_000n, held: 10n, scales: fine },
      [[123, 5]],
      none,
    );
    expect(bought).toMatchObject({ amount: 10_000n, value: 2n, houseValue: 1n, fee: 20n });
    const sold = settleMarket(
      { side: "sell", amount: 30_000n, held: 30_000n, scales: fine },
      [[123, 5]],
      none,
    );
    expect(sold).toMatchObject({ amount: 30_000n, value: 3n, houseValue: 4n, fee: 1n });
  });

  test("never more than is shown, set aside or wanted, never beyond the guard, never worse than the next level", () => {
    const levels = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1e6 })),
      { maxLength: 20 },
    );
    const precision = fc.record({
      price: fc.integer({ min: 0, max: 10 }),
      amount: fc.integer({ min: 0, max: 8 }),
    });
    fc.assert(
      fc.property(
        levels,
        precision,
        fc.bigInt(1n, 10n ** 15n),
        fc.option(fc.bigInt(1n, 10n ** 7n)),
        fc.constantFrom("buy", "sell"),
        fc.bigInt(0n, 10n ** 7n),
        (raw, decimals, budget, lots, side, missing) => {
          const sign = side === "buy" ? 1 : -1;
          const sorted = [...new Map(raw).entries()]
            .map(([price, size]) => [price + 2000, size] as const)
            .sort((a, b) => sign * (a[0] - b[0]));
          const left = new Map(
            [...leftLevels(sorted, missing)].map((level) => [level.price, level.lots]),
          );
          const shownInAll = sorted.reduce((total, [, size]) => total + BigInt(size), 0n);
          const leftInAll = [...left.values()].reduce((total, one) => total + one, 0n);
          expect(leftInAll).toBe(shownInAll > missing ? shownInAll - missing : 0n);
          const want: Want =
            side === "buy" ? { side, lots, budget } : { side, lots: lots ?? 1n, budget: null };
          const some = { ...decimals, base: 8, quote: 8 };
          const { fills, end } = walkLevels(want, leftLevels(sorted, missing), some);
          const sum = (of: (fill: { price: bigint; lots: bigint }) => bigint) =>
            fills.reduce((total, fill) => total + of(fill), 0n);
          if (want.budget !== null)
            expect(sum((fill) => valueUp(fill, some))).toBeLessThanOrEqual(want.budget);
          if (want.lots !== null) expect(sum((fill) => fill.lots)).toBeLessThanOrEqual(want.lots);
          if (want.lots !== null && end === "done")
            expect(sum((fill) => fill.lots)).toBe(want.lots);
          const guard = worstPrice(want.side, BigInt(sorted[0]?.[0] ?? 0));
          for (const { price, lots: taken } of fills) {
            expect(taken).toBeGreaterThan(0n);
            expect(taken).toBeLessThanOrEqual(left.get(price) ?? 0n);
            expect(side === "buy" ? price <= guard : price >= guard).toBe(true);
          }
          for (const earlier of fills.slice(0, -1))
            expect(earlier.lots).toBe(left.get(earlier.price));
        },
      ),
      { numRuns: 300 },
    );
  });
});
