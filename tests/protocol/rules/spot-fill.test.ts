import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BookLevel,
  lotsToMinor,
  lotsWithin,
  type MarketScales,
  reserveOf,
  valueDown,
  valueUp,
  worstPrice,
} from "#protocol/rules/spot-fill.ts";
import { estimateFill, type FillRequest } from "../../../src/features/spot/ticket/estimate.ts";
import { coinFees } from "../../../venue/platform/coin-terms.ts";
import { settleTaker } from "../../../venue/spot/rules/taker-settlement.ts";
import { rateOf } from "../../../src/features/trade/ticket/market-units.ts";

const scales: MarketScales = { price: 2, amount: 6, base: 8, quote: 8 };

describe("formulas of both sides", () => {
  test("the furthest price lies 5 % away, in whole ticks, never beyond", () => {
    expect(worstPrice("buy", 6_000_001n)).toBe(6_300_001n);
    expect(worstPrice("sell", 6_000_001n)).toBe(5_700_001n);
    expect(worstPrice("sell", 6_000_020n)).toBe(5_700_019n);
  });

  test("a buy by amount sets aside its amount at that price", () => {
    expect(reserveOf(10_000n, 6_000_001n, scales)).toBe(63_000_010_000n);
  });

  test("a payer's value rounds up, a payee's down", () => {
    const fine = { price: 10, amount: 0, base: 4, quote: 8 };
    expect([
      valueUp({ price: 123n, lots: 1n }, fine),
      valueDown({ price: 123n, lots: 1n }, fine),
    ]).toEqual([2n, 1n]);
    expect(valueDown({ price: 6_000_000n, lots: 1n }, scales)).toBe(6_000_000n);
  });

  test("as many lots as a budget covers, and not one more", () => {
    const anyScales = fc.record({
      price: fc.integer({ min: 0, max: 10 }),
      amount: fc.integer({ min: 0, max: 8 }),
      base: fc.constant(8),
      quote: fc.integer({ min: 0, max: 8 }),
    });
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 15n),
        fc.bigInt(1n, 10n ** 9n),
        anyScales,
        (budget, price, some) => {
          const lots = lotsWithin(budget, price, some);
          expect(valueUp({ price, lots }, some)).toBeLessThanOrEqual(budget);
          expect(valueUp({ price, lots: lots + 1n }, some)).toBeGreaterThan(budget);
        },
      ),
    );
  });
});

test("the app's estimate is what the venue books on the same book", () => {
  const anyLevels = fc.uniqueArray(
    fc.record({
      price: fc.integer({ min: 2000, max: 2400 }),
      lots: fc.integer({ min: 1, max: 1e6 }),
    }),
    { selector: ({ price }) => price, minLength: 1, maxLength: 20 },
  );
  const anyScales = fc.record({
    price: fc.integer({ min: 0, max: 10 }),
    amount: fc.integer({ min: 0, max: 8 }),
    base: fc.constant(8),
    quote: fc.integer({ min: 2, max: 8 }),
  });
  const anyRequest: fc.Arbitrary<FillRequest> = fc.oneof(
    fc.record({ side: fc.constant("buy" as const), spend: fc.bigInt(1n, 10n ** 15n) }),
    fc.record({
      side: fc.constantFrom("buy" as const, "sell" as const),
      amount: fc.bigInt(1n, 10n ** 7n),
    }),
  );
  let [filled, short] = [0, 0];
  fc.assert(
    fc.property(anyLevels, anyScales, anyRequest, (levels, some, request) => {
      const sorted = levels.toSorted((a, b) =>
        request.side === "buy" ? a.price - b.price : b.price - a.price,
      );
      const shown: BookLevel[] = sorted.map(({ price, lots }) => ({
        price: BigInt(price),
        lots: BigInt(lots),
      }));
      const estimate = estimateFill(request, shown, some, rateOf(coinFees.taker))!;

      const amount = "amount" in request ? lotsToMinor(request.amount, some) : null;
      const reserve =
        "amount" in request ? reserveOf(request.amount, shown[0]!.price, some) : request.spend;
      const held = request.side === "buy" ? reserve : (amount ?? 0n);
      const booked = settleTaker(
        { side: request.side, price: null, tif: "ioc", amount, held, scales: some },
        { levels: sorted.map(({ price, lots }) => [price, lots] as const), missing: 0n },
      );

      expect(estimate.filledValue).toBe(booked.value);
      expect(lotsToMinor(estimate.filledAmount, some)).toBe(booked.amount);
      expect(estimate.fee).toBe(booked.fee);
      expect(estimate.arrives).toBe(
        (request.side === "buy" ? booked.amount : booked.value) - booked.fee,
      );
      if (booked.fills.length > 0) expect(estimate.short).toBe(booked.reason !== null);
      if (booked.state === "filled") filled += 1;
      else short += 1;
    }),
    { numRuns: 500 },
  );
  expect(Math.min(filled, short)).toBeGreaterThan(20);
});
