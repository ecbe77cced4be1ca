import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import type { MarketScales } from "#protocol/rules/spot-fill.ts";
import {
  averageExtraDecimals,
  averageText,
  estimateFill,
} from "../../../../src/features/spot/ticket/estimate.ts";
import { bookLevels, rateOf } from "../../../../src/features/trade/ticket/market-units.ts";

const scales: MarketScales = { price: 2, amount: 6, base: 8, quote: 8 };
const asks = bookLevels(
  [
    [60000, 0.005],
    [60010, 0.01],
    [60050, 1],
  ],
  scales,
);
const rate = rateOf("0.002");
const usdt = (text: string) => parseAmount(text, 8)!;

test("vector C1 of the rules: a market buy of 1000 walks three levels", () => {
  const estimate = estimateFill({ side: "buy", spend: usdt("1000") }, asks, scales, rate)!;
  expect(formatAmount(estimate.filledAmount, 6)).toBe("0.016663");
  expect(formatAmount(estimate.filledValue, 8)).toBe("999.96315000");
  expect(formatAmount(estimate.averagePrice, 2 + averageExtraDecimals)).toBe("60010.9914181120");
  expect(averageText(estimate, scales)).toBe("60010.99");
  expect(formatAmount(estimate.fee, 8)).toBe("0.00003333");
  expect(formatAmount(estimate.arrives, 8)).toBe("0.01662967");
  expect(formatAmount(estimate.unfilled, 8)).toBe("0.03685000");
  expect(estimate.slippagePpm).toBe(183n);
  expect(estimate.short).toBe(false);
});

test("a sell yields the quote less its fee, rounded down", () => {
  const bids = bookLevels(
    [
      [59990, 0.01],
      [59980, 1],
    ],
    scales,
  );
  const estimate = estimateFill({ side: "sell", amount: 15_000n }, bids, scales, rate)!;
  expect(formatAmount(estimate.filledValue, 8)).toBe("899.80000000");
  expect(formatAmount(estimate.fee, 8)).toBe("1.79960000");
  expect(formatAmount(estimate.arrives, 8)).toBe("898.00040000");
  expect(estimate.unfilled).toBe(0n);
});

test("nothing is taken further than 5 % from the best price", () => {
  const thin = bookLevels(
    [
      [100, 1],
      [105, 1],
      [105.01, 100],
    ],
    scales,
  );
  const estimate = estimateFill({ side: "buy", amount: 3_000_000n }, thin, scales, rate)!;
  expect(estimate.filledAmount).toBe(2_000_000n);
  expect(estimate.unfilled).toBe(1_000_000n);
  expect(estimate.short).toBe(true);
});

test("an empty side gives no estimate, and broken levels are left out", () => {
  expect(estimateFill({ side: "buy", spend: usdt("1") }, [], scales, rate)).toBeUndefined();
  expect(
    bookLevels(
      [
        [Number.NaN, 1],
        [0, 1],
        [60000, 0],
      ],
      scales,
    ),
  ).toEqual([]);
});

test("whatever the book, a spend is never exceeded and what arrives is never more than was bought", () => {
  const level = fc.record({ price: fc.bigInt(1n, 10n ** 9n), lots: fc.bigInt(1n, 10n ** 12n) });
  const anyScales = fc.record({
    price: fc.integer({ min: 0, max: 8 }),
    amount: fc.integer({ min: 0, max: 8 }),
    base: fc.constant(8),
    quote: fc.integer({ min: 2, max: 8 }),
  });
  fc.assert(
    fc.property(
      fc.array(level, { minLength: 1, maxLength: 20 }),
      anyScales,
      fc.bigInt(1n, 10n ** 14n),
      (levels, some, spend) => {
        const sorted = levels.toSorted((a, b) =>
          a.price < b.price ? -1 : a.price > b.price ? 1 : 0,
        );
        const estimate = estimateFill({ side: "buy", spend }, sorted, some, rate)!;
        expect(estimate.filledValue).toBeLessThanOrEqual(spend);
        expect(estimate.filledAmount).toBeLessThanOrEqual(
          sorted.reduce((sum, row) => sum + row.lots, 0n),
        );
        expect(estimate.arrives).toBeLessThanOrEqual(
          estimate.filledAmount * 10n ** BigInt(8 - some.amount),
        );
        expect(estimate.slippagePpm).toBeGreaterThanOrEqual(0n);
        expect(estimate.slippagePpm).toBeLessThanOrEqual(50_000n);
      },
    ),
    { numRuns: 300 },
  );
});
