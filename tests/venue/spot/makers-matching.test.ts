import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Side } from "#protocol/rules/spot-fill.ts";
import { type TakenBy } from "../../../venue/matching/fill-model.ts";
import { type Maker, matchMakers, type Print } from "../../../venue/matching/maker-matching.ts";
import { settle } from "../../../venue/spot/rules/settlement.ts";

const now = 10_000;
const maker = (id: number, price: number, lots: number, restsAt = 0): Maker => ({
  id,
  price: BigInt(price),
  lots: BigInt(lots),
  restsAt,
});
const print = (price: number, lots: number, ts = now - 500): Print => ({
  id: `${price}@${ts}`,
  price: BigInt(price),
  lots: BigInt(lots),
  ts,
});

/** `maker: lots@price of the market`, trades with a `t`. */
function match(
  side: Side,
  makers: Maker[],
  shown: { levels?: [number, number][]; prints?: Print[] },
  taken: TakenBy[] = [],
) {
  const { fills, isDry } = matchMakers(
    side,
    makers,
    { ts: now, levels: shown.levels ?? [], prints: shown.prints ?? [] },
    taken,
  );
  return {
    fills: fills.map(
      ({ makerId, price, lots, trade }) =>
        `${makerId}: ${lots}@${price}${trade === null ? "" : "t"}`,
    ),
    isDry,
  };
}

describe("what fills an order that rests", () => {
  test.each<[string, Side, Maker[], Parameters<typeof match>[2], string[]]>([
    ["a trade at its price does not", "buy", [maker(1, 100, 10)], { prints: [print(100, 50)] }, []],
    [
      "a trade below a buy does, up to what was traded",
      "buy",
      [maker(1, 100, 10)],
      { prints: [print(99, 4)] },
      ["1: 4@99t"],
    ],
    [
      "a trade above a sell does",
      "sell",
      [maker(1, 100, 10)],
      { prints: [print(101, 40)] },
      ["1: 10@101t"],
    ],
    ["a trade above a buy does not", "buy", [maker(1, 100, 10)], { prints: [print(101, 40)] }, []],
    [
      "a trade from before it rested does not",
      "buy",
      [maker(1, 100, 10, now - 500)],
      { prints: [print(99, 4, now - 500), print(98, 3, now - 499)] },
      ["1: 3@98t"],
    ],
    [
      "a book that comes to its price does, up to what is displayed",
      "buy",
      [maker(1, 100, 10)],
      {
        levels: [
          [99, 3],
          [100, 4],
          [101, 50],
        ],
      },
      ["1: 3@99", "1: 4@100"],
    ],
    [
      "the same of bids and a sell",
      "sell",
      [maker(1, 100, 10)],
      {
        levels: [
          [101, 3],
          [100, 40],
          [99, 50],
        ],
      },
      ["1: 3@101", "1: 7@100"],
    ],
    [
      "the snapshot it met first does not",
      "buy",
      [maker(1, 100, 10, now)],
      { levels: [[99, 3]] },
      [],
    ],
    [
      "the better price goes first, of equals the older",
      "buy",
      [maker(7, 101, 2), maker(3, 100, 2), maker(5, 100, 2)],
      { prints: [print(99, 5)] },
      ["7: 2@99t", "3: 2@99t", "5: 1@99t"],
    ],
    [
      "what the trades gave is not in the book again",
      "buy",
      [maker(1, 100, 10), maker(2, 100, 10)],
      {
        prints: [print(99, 8)],
        levels: [
          [99, 5],
          [100, 7],
        ],
      },
      ["1: 8@99t", "1: 2@100", "2: 2@100"],
    ],
    [
      "a trade smaller than the book leaves the rest of the book",
      "buy",
      [maker(1, 100, 10)],
      { prints: [print(99, 1)], levels: [[99, 5]] },
      ["1: 1@99t", "1: 4@99"],
    ],
  ])("%s", (_, side, makers, shown, expected) => {
    expect(match(side, makers, shown).fills).toEqual(expected);
  });

  test("what was taken of a trade or a level before is not there, a level comes back", () => {
    const taken = (facts: Partial<TakenBy>): TakenBy => ({
      side: "buy",
      lots: 3n,
      at: now - 1,
      trade: null,
      ...facts,
    });
    const shown = {
      prints: [print(99, 8)],
      levels: [
        [99, 5],
        [100, 7],
      ] as [number, number][],
    };
    const one = [maker(1, 100, 100)];
    expect(
      match("buy", one, shown, [taken({ trade: print(99, 8).id, side: "sell" })]).fills,
    ).toEqual(["1: 5@99t", "1: 7@100"]);
    expect(match("buy", one, { levels: [[99, 5]] }, [taken({})]).fills).toEqual(["1: 2@99"]);
    expect(
      match("buy", one, { levels: [[99, 5]] }, [taken({ at: now - 5000, lots: 4n })]).fills,
    ).toEqual(["1: 3@99"]);
    expect(match("buy", one, { levels: [[99, 5]] }, [taken({ side: "sell" })]).fills).toEqual([
      "1: 5@99",
    ]);
    // A trade of this snapshot that another order got is in its book as well, wherever it was.
    expect(
      match("buy", one, { levels: [[99, 5]] }, [taken({ at: now, trade: "x" })]).fills,
    ).toEqual(["1: 2@99"]);
  });

  test("it says when nothing is left for those behind", () => {
    const shown = { prints: [print(99, 3)], levels: [[99, 3]] as [number, number][] };
    expect(match("buy", [maker(1, 100, 3)], shown).isDry).toBe(true);
    expect(match("buy", [maker(1, 100, 2)], shown).isDry).toBe(false);
    expect(match("buy", [maker(1, 98, 2)], shown).isDry).toBe(true);
  });

  test("vector C2: a fill of 0.004 at its own price, fee 0.00000800", () => {
    const scales = { price: 2, amount: 6, base: 8, quote: 8 };
    const { fills } = matchMakers(
      "buy",
      [maker(1, 6_000_000, 10_000)],
      { ts: now, levels: [], prints: [print(6_000_000, 1e6), print(5_999_999, 4000)] },
      [],
    );
    const settled = settle(
      { side: "buy", price: 6_000_000n, amount: 1_000_000n, held: 60_000_000_000n, scales },
      fills.map(({ lots }) => ({ price: 6_000_000n, lots })),
      "maker",
    );
    expect(settled).toMatchObject({
      amount: 400_000n,
      value: 24_000_000_000n,
      fee: 800n,
      houseValue: 24_000_000_000n,
    });
  });

  test("each trade and each level is given once, nobody gets more than they want or anything that is beyond their price", () => {
    const makers = fc.array(
      fc.record({
        price: fc.integer({ min: 90, max: 110 }),
        lots: fc.integer({ min: 1, max: 40 }),
        restsAt: fc.integer({ min: now - 1000, max: now + 5 }),
      }),
      { maxLength: 12 },
    );
    const levels = fc.array(
      fc.tuple(fc.integer({ min: 90, max: 110 }), fc.integer({ min: 1, max: 40 })),
      { maxLength: 8 },
    );
    const prints = fc.array(
      fc.tuple(
        fc.integer({ min: 90, max: 110 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: now - 1000, max: now }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom("buy", "sell"),
        makers,
        levels,
        prints,
        (side: Side, rawMakers, rawLevels, rawPrints) => {
          const sign = side === "buy" ? 1 : -1;
          const resting = rawMakers
            .map(({ price, lots, restsAt }, id) => maker(id, price, lots, restsAt))
            .sort((a, b) => sign * Number(b.price - a.price) || a.id - b.id);
          const sorted = [...new Map(rawLevels)].sort((a, b) => sign * (a[0] - b[0]));
          const trades = rawPrints
            .map(([price, lots, ts], at) => ({ ...print(price, lots, ts), id: String(at) }))
            .sort((a, b) => a.ts - b.ts);
          // In two portions, as a long queue is served: the second knows what the first got.
          const half = Math.floor(resting.length / 2);
          const shown = { ts: now, levels: sorted, prints: trades };
          const first = matchMakers(side, resting.slice(0, half), shown, []).fills;
          const second = matchMakers(
            side,
            resting.slice(half),
            shown,
            first.map(({ price, lots, trade }) => ({ side, price, lots, trade, at: now })),
          ).fills;
          const fills = [...first, ...second];
          const sumOf = (some: typeof fills) => some.reduce((sum, { lots }) => sum + lots, 0n);
          for (const { id, lots, price: limit, restsAt } of resting) {
            const own = fills.filter(({ makerId }) => makerId === id);
            expect(sumOf(own)).toBeLessThanOrEqual(lots);
            for (const { price, trade, lots: got } of own) {
              expect(got).toBeGreaterThan(0n);
              const beyond = side === "buy" ? price - limit : limit - price;
              expect(trade === null ? beyond <= 0n : beyond < 0n).toBe(true);
              expect(
                trade === null ? now : (trades.find((one) => one.id === trade)?.ts ?? 0),
              ).toBeGreaterThan(restsAt);
            }
          }
          for (const { id, lots } of trades)
            expect(sumOf(fills.filter(({ trade }) => trade === id))).toBeLessThanOrEqual(lots);
          for (const [price, lots] of sorted)
            expect(
              sumOf(fills.filter((one) => one.trade === null && one.price === BigInt(price))),
            ).toBeLessThanOrEqual(BigInt(lots));
          // The larger view: what was traded and what is displayed are the same liquidity.
          const printed = sumOf(fills.filter(({ trade }) => trade !== null));
          const crossed = sumOf(fills.filter(({ trade }) => trade === null));
          const displayed = sorted.reduce((sum, [, lots]) => sum + BigInt(lots), 0n);
          if (crossed > 0n && printed > 0n && second.length === 0)
            expect(printed + crossed).toBeLessThanOrEqual(
              displayed > printed ? displayed : printed,
            );
        },
      ),
      { numRuns: 500 },
    );
  });

  test("many small fills of a buy cost no more than one, and nobody is paid less than its part", () => {
    const scales = fc.record({
      price: fc.integer({ min: 0, max: 10 }),
      amount: fc.integer({ min: 0, max: 8 }),
      base: fc.constant(8),
      quote: fc.integer({ min: 2, max: 8 }),
    });
    fc.assert(
      fc.property(
        scales,
        fc.bigInt(1n, 10n ** 6n),
        fc.array(fc.bigInt(1n, 1000n), { minLength: 1, maxLength: 12 }),
        (some, price, parts) => {
          const lots = parts.reduce((sum, part) => sum + part, 0n);
          const decimals = some.price + some.amount - some.quote;
          const held =
            decimals >= 0
              ? (price * lots + 10n ** BigInt(decimals) - 1n) / 10n ** BigInt(decimals)
              : price * lots * 10n ** BigInt(-decimals);
          let [left, amount] = [held, lots * 10n ** BigInt(8 - some.amount)];
          for (const part of parts) {
            const settled = settle(
              { side: "buy", price, amount, held: left, scales: some },
              [{ price, lots: part }],
              "maker",
            );
            expect(settled.value).toBeGreaterThanOrEqual(settled.houseValue);
            expect(settled.fee).toBeLessThanOrEqual(settled.amount);
            left -= settled.value;
            amount -= settled.amount;
            expect(left).toBeGreaterThanOrEqual(0n);
          }
          expect(amount).toBe(0n);
        },
      ),
      { numRuns: 500 },
    );
  });
});
