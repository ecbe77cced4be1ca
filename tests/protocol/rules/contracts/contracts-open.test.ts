/** What opening contracts from a book takes (rules.md, 4). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import {
  equityAt,
  mustLiquidate,
  removableMargin,
} from "#protocol/rules/contracts/contract-risk.ts";
import {
  contractRates,
  inContracts,
  openFrom,
  openParts,
  reservePrice,
  termsOf,
} from "#protocol/rules/contracts/contract-open.ts";
import { leverages } from "#protocol/rules/contracts/contract-tiers.ts";
import {
  type ContractTerms,
  contractFee,
  costOf,
  type Direction,
  initialMargin,
  orderCost,
} from "#protocol/rules/contracts/contract-worth.ts";

const bitcoin: ContractTerms = { size: { value: 1n, scale: 3 }, price: 2 };
const { taker, maker } = contractRates;
const usdt = (minor: bigint) => formatAmount(minor, 8);
const money = (text: string) => parseAmount(text, 8) ?? -1n;
const level = (price: bigint, lots: bigint) => ({ price, lots });

test("rates are the published ones", () => {
  expect([maker, taker].map(({ value, scale }) => formatAmount(value, scale))).toEqual([
    "0.00020000",
    "0.00050000",
  ]);
});

test("a contract is a whole number of lots, or none", () => {
  expect(termsOf({ contractSize: "0.001", price: 2, amount: 6 })).toEqual({
    size: { value: 1n, scale: 3 },
    price: 2,
    lots: 1000n,
  });
  expect(termsOf({ contractSize: "1000000", price: 10, amount: 0 })).toEqual({
    size: { value: 1_000_000n, scale: 0 },
    price: 10,
    lots: 1_000_000n,
  });
  for (const contractSize of ["0.0000001", "0", "0.000", "x", ""])
    expect(termsOf({ contractSize, price: 2, amount: 6 })).toBeUndefined();
});

describe("a book in whole contracts", () => {
  test("what a level leaves of a contract is made up at the next, at its price", () => {
    const levels = [
      level(100n, 999n),
      level(101n, 1n),
      level(102n, 2500n),
      level(103n, 499n),
      level(104n, 1n),
    ];
    expect([...inContracts(levels, 1000n)]).toEqual([
      level(100n, 0n),
      level(101n, 1n),
      level(102n, 2n),
      level(103n, 0n),
      level(104n, 1n),
    ]);
  });

  test("never more than the lots there are, whatever was taken", () => {
    const book = fc.array(
      fc.record({ price: fc.bigInt(1n, 1000n), lots: fc.bigInt(-3000n, 5000n) }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(book, fc.bigInt(1n, 2000n), (levels, per) => {
        const contracts = [...inContracts(levels, per)];
        const sum = (of: readonly { lots: bigint }[]) =>
          of.reduce((total, { lots }) => total + (lots > 0n ? lots : 0n), 0n);
        return (
          contracts.length === levels.length &&
          contracts.every(({ lots }) => lots >= 0n) &&
          sum(contracts) * per <= sum(levels)
        );
      }),
    );
  });
});

describe("the price that money is set aside at", () => {
  const quotes = { bid: 4_999_900n, ask: 5_000_100n };
  test.each([
    ["buy", null, 5_250_105n],
    ["sell", null, 5_249_895n],
    ["buy", 4_900_000n, 4_900_000n],
    ["buy", 5_100_000n, 5_100_000n],
    ["sell", 5_100_000n, 5_100_000n],
    ["sell", 4_900_000n, 4_999_900n],
  ] as const)("%s at %s", (direction, limit, price) => {
    expect(reservePrice({ direction, limit }, quotes)).toBe(price);
  });
  test("nothing where there is no price to start from", () => {
    expect(
      reservePrice({ direction: "buy", limit: null }, { bid: 1n, ask: undefined }),
    ).toBeUndefined();
    expect(reservePrice({ direction: "sell", limit: 5n }, { bid: undefined, ask: undefined })).toBe(
      5n,
    );
  });
});

describe("opening from a book", () => {
  const asks = [level(5_000_000n, 400n), level(5_001_000n, 600n), level(5_300_000n, 1000n)];

  test("P1: margin and fee of each price, rounded up", () => {
    const opened = openFrom(
      { direction: "buy", leverage: 10, limit: null, volume: 1000n, held: money("6000") },
      asks,
      taker,
      bitcoin,
    );
    expect(
      opened.parts.map(({ price, volume, margin, fee }) => [
        price,
        volume,
        usdt(margin),
        usdt(fee),
      ]),
    ).toEqual([
      [5_000_000n, 400n, "2000.00000000", "10.00000000"],
      [5_001_000n, 600n, "3000.60000000", "15.00300000"],
    ]);
    expect([usdt(opened.margin), usdt(opened.fee), opened.volume, opened.end]).toEqual([
      "5000.60000000",
      "25.00300000",
      1000n,
      "done",
    ]);
  });

  test("a market order stops five percent away, and where nothing more was set aside", () => {
    const order = {
      direction: "buy",
      leverage: 10,
      limit: null,
      volume: 1500n,
      held: money("9000"),
    } as const;
    expect(openFrom(order, asks, taker, bitcoin)).toMatchObject({ volume: 1000n, end: "max_slip" });
    const poor = openFrom({ ...order, held: money("3000") }, asks, taker, bitcoin);
    expect(poor).toMatchObject({ volume: 596n, end: "budget" });
    expect(openFrom({ ...order, held: 0n }, asks, taker, bitcoin)).toMatchObject({
      volume: 0n,
      parts: [],
      end: "budget",
    });
    expect(openFrom(order, [], taker, bitcoin)).toMatchObject({ volume: 0n, end: "no_liquidity" });
  });

  test("a limit order takes up to its price", () => {
    const held = orderCost(costOf(1500n, 5_001_000n, bitcoin), 10, taker).frozen;
    expect(
      openFrom(
        { direction: "buy", leverage: 10, limit: 5_001_000n, volume: 1500n, held },
        asks,
        taker,
        bitcoin,
      ),
    ).toMatchObject({ volume: 1000n, end: "price" });
  });

  const orders = fc.record({
    direction: fc.constantFrom<Direction>("buy", "sell"),
    leverage: fc.constantFrom(...leverages),
    volume: fc.bigInt(1n, 50_000n),
    price: fc.bigInt(1000n, 10_000_000n),
    cuts: fc.array(
      fc.record({
        part: fc.bigInt(1n, 10_000n),
        better: fc.bigInt(0n, 200n),
        isTaker: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
  });

  test("however a limit order is filled, what was set aside covers it and the rest, and the margin is whole but for roundings where it was filled at its price", () => {
    fc.assert(
      fc.property(orders, ({ direction, leverage, volume, price, cuts }) => {
        let [left, held] = [
          volume,
          orderCost(costOf(volume, price, bitcoin), leverage, taker).frozen,
        ];
        for (const { part, better, isTaker } of cuts) {
          if (left === 0n) break;
          const lots = part < left ? part : left;
          const at = direction === "buy" && better < price ? price - better : price + better;
          const { margin, fee, cost } = openParts(
            { direction, leverage, limit: price, volume: left, held },
            [level(at, lots)],
            isTaker ? taker : maker,
            bitcoin,
          );
          expect(fee).toBe(contractFee(cost, isTaker ? taker : maker));
          expect(margin).toBeLessThanOrEqual(initialMargin(cost, leverage));
          if (at <= price)
            expect(margin).toBeGreaterThanOrEqual(initialMargin(cost, leverage) - 2n);
          left -= lots;
          held -= margin + fee;
          expect(held).toBeGreaterThanOrEqual(
            left === 0n ? 0n : orderCost(costOf(left, price, bitcoin), leverage, taker).frozen,
          );
        }
      }),
    );
  });

  test("a limit order that several levels fill at once gives each its whole margin", () => {
    const at = 6_000_000n;
    const held = orderCost(costOf(20n, at, bitcoin), 10, taker).frozen;
    const opened = openParts(
      { direction: "buy", leverage: 10, limit: at, volume: 20n, held },
      [level(at - 200n, 4n), level(at - 100n, 6n), level(at, 7n)],
      taker,
      bitcoin,
    );
    expect(opened.parts.map(({ volume, margin }) => [volume, margin])).toEqual([
      [4n, initialMargin(costOf(4n, at - 200n, bitcoin), 10)],
      [6n, initialMargin(costOf(6n, at - 100n, bitcoin), 10)],
      [7n, initialMargin(costOf(7n, at, bitcoin), 10)],
    ]);
    // What waits on is covered.
    const left = held - opened.margin - opened.fee;
    const rest = orderCost(costOf(3n, at, bitcoin), 10, taker).frozen;
    expect(left).toBeGreaterThanOrEqual(rest);
  });

  test("however a market order is filled, it never takes more than was set aside", () => {
    const books = fc.array(
      fc.record({ price: fc.bigInt(900_000n, 1_100_000n), lots: fc.bigInt(0n, 20_000n) }),
      { maxLength: 10 },
    );
    fc.assert(
      fc.property(
        orders,
        books,
        fc.bigInt(0n, 10n ** 14n),
        ({ direction, leverage, volume }, levels, held) => {
          const sorted = levels.toSorted((a, b) =>
            Number(direction === "buy" ? a.price - b.price : b.price - a.price),
          );
          const opened = openFrom(
            { direction, leverage, limit: null, volume, held },
            sorted,
            taker,
            bitcoin,
          );
          expect(opened.margin + opened.fee).toBeLessThanOrEqual(held);
          expect(opened.volume).toBeLessThanOrEqual(volume);
          for (const { cost, margin } of opened.parts)
            expect(margin).toBe(initialMargin(cost, leverage));
        },
      ),
    );
  });
});

test("margin may be taken only as far as it is above the initial margin and not needed by a loss", () => {
  const positions = fc.record({
    direction: fc.constantFrom<Direction>("buy", "sell"),
    volume: fc.bigInt(1n, 100_000n),
    price: fc.bigInt(100_000n, 10_000_000n),
    leverage: fc.constantFrom(...leverages),
    extra: fc.bigInt(0n, 10n ** 13n),
    moved: fc.integer({ min: -400, max: 400 }),
  });
  fc.assert(
    fc.property(positions, ({ direction, volume, price, leverage, extra, moved }) => {
      const cost = costOf(volume, price, bitcoin);
      const needed = initialMargin(cost, leverage);
      const exposure = { direction, volume, cost, margin: needed + extra };
      const mark = { value: (price * BigInt(1000 + moved)) / 10n, scale: 4 };
      const most = removableMargin(exposure, leverage, mark, bitcoin);
      expect(most >= 0n && most <= extra).toBe(true);
      if (most === 0n) return;
      const left = { ...exposure, margin: exposure.margin - most };
      expect(equityAt(left, mark, bitcoin)).toBeGreaterThanOrEqual(needed);
      // Above, the initial margin alone may be less than a tier that was not asked for requires.
      if (leverage <= 20) expect(mustLiquidate(left, mark, bitcoin, taker)).toBe(false);
    }),
  );
});
