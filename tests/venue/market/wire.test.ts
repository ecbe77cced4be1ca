import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import {
  contractTiers,
  maxNotional,
  mmrScale,
  tierFor,
} from "#protocol/rules/contracts/contract-tiers.ts";
import { pow10 } from "#protocol/wire/rounding.ts";
import type { Level } from "../../../venue/feed/market-source.ts";
import { mergeDepth } from "../../../venue/market/quotes/market-reads.ts";
import { changedLevels } from "../../../venue/market/stream/topic-reader.ts";
import { changeOf, toNumber } from "../../../venue/market/quotes/quote-wire.ts";

function decimalsOf(json: string): number {
  const [, fraction = "", exponent = "0"] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(json) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

describe("numbers on the wire", () => {
  test("never show more decimals than the precision", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 0, max: 12 }), (units, precision) => {
        expect(decimalsOf(JSON.stringify(toNumber(units, precision)))).toBeLessThanOrEqual(
          precision,
        );
      }),
      { numRuns: 2000 },
    );
  });

  test("are the decimal itself up to fifteen digits", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 6 }),
        (units, precision) => {
          const text = JSON.stringify(toNumber(units, precision));
          fc.pre(!text.includes("e"));
          expect(text).toBe(trimZeros(formatAmount(BigInt(units), precision)));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("a change has six decimals, and none from nothing", () => {
    expect(changeOf({ open: 3, close: 4 })).toBe(0.333333);
    expect(changeOf({ open: 3, close: 2 })).toBe(-0.333333);
    expect(Object.is(changeOf({ open: 5, close: 5 }), 0)).toBe(true);
    expect(changeOf({ open: 0, close: 2 })).toBe(0);
  });
});

const book = fc
  .tuple(
    fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 3e6 }), fc.integer({ min: 1, max: 1e9 })), {
      selector: ([price]) => price,
      minLength: 1,
      maxLength: 150,
    }),
    fc.uniqueArray(
      fc.tuple(fc.integer({ min: 3e6 + 1, max: 9e6 }), fc.integer({ min: 1, max: 1e9 })),
      { selector: ([price]) => price, minLength: 1, maxLength: 150 },
    ),
  )
  .map(([bids, asks]) => ({
    bids: bids.toSorted((a, b) => b[0] - a[0]),
    asks: asks.toSorted((a, b) => a[0] - b[0]),
  }));

describe("merged depth", () => {
  test("keeps the sum, the order and the gap between the sides", () => {
    fc.assert(
      fc.property(book, fc.integer({ min: 0, max: 5 }), ({ bids, asks }, step) => {
        const merged = {
          bids: mergeDepth(bids, step, "bids"),
          asks: mergeDepth(asks, step, "asks"),
        };
        const sum = (levels: readonly Level[]) =>
          levels.reduce((total, [, amount]) => total + amount, 0);
        expect(sum(merged.bids)).toBe(sum(bids));
        expect(sum(merged.asks)).toBe(sum(asks));
        const prices = (levels: readonly Level[]) => levels.map(([price]) => price);
        expect(prices(merged.bids)).toEqual(
          [...new Set(prices(merged.bids))].sort((a, b) => b - a),
        );
        expect(prices(merged.asks)).toEqual(
          [...new Set(prices(merged.asks))].sort((a, b) => a - b),
        );
        expect(
          [...prices(merged.bids), ...prices(merged.asks)].every(
            (price) => price % 10 ** step === 0,
          ),
        ).toBe(true);
        expect(prices(merged.bids)[0]).toBeLessThan(prices(merged.asks)[0] ?? 0);
      }),
    );
  });

  test("increments turn one book into the next", () => {
    fc.assert(
      fc.property(book, book, (before, after) => {
        const held = new Map(before.bids.map(([price, amount]) => [price, amount] as const));
        for (const [price, amount] of changedLevels(before.bids, after.bids)) {
          if (amount === 0) held.delete(price);
          else held.set(price, amount);
        }
        expect([...held].sort((a, b) => b[0] - a[0])).toEqual(after.bids);
        expect(changedLevels(after.asks, after.asks)).toEqual([]);
      }),
    );
  });
});

describe("contract tiers", () => {
  const usdt = (amount: number) => BigInt(amount) * pow10(8);

  test.each([
    [0, 125],
    [50_000, 125],
    [50_001, 100],
    [600_000, 100],
    [3_000_001, 50],
    [100_000_000, 20],
    [200_000_000, 20],
  ])("%d USDT may have leverage %d", (notional, leverage) => {
    expect(tierFor(usdt(notional)).maxLeverage).toBe(leverage);
  });

  test("maintenance margin has no jump where tiers meet", () => {
    const margin = (notional: bigint, { mmr, cum }: { mmr: bigint; cum: bigint }) =>
      (notional * mmr) / pow10(mmrScale) - cum;
    for (const [at, tier] of contractTiers.entries()) {
      const next = contractTiers[at + 1];
      if (next) expect(margin(tier.cap, tier)).toBe(margin(tier.cap, next));
    }
    expect(maxNotional).toBe(usdt(100_000_000));
  });
});
