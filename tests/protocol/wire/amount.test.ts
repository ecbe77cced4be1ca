import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatAmount,
  maxMinor,
  parseAmount,
  parseSigned,
  trimZeros,
} from "#protocol/wire/amount.ts";
import {
  divideDown,
  divideHalfUp,
  divideUp,
  feeUp,
  rescaleDown,
  rescaleUp,
} from "#protocol/wire/rounding.ts";

const scale = fc.integer({ min: 0, max: 8 });

describe("amounts", () => {
  test("minor units survive the wire", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxMinor }), scale, (minor, decimals) => {
        const text = formatAmount(minor, decimals);
        fc.pre((text.split(".")[0] ?? "").length <= 18);
        expect(parseAmount(text, decimals)).toBe(minor);
      }),
      { numRuns: 500 },
    );
  });

  test("signed figures survive, too", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), scale, (minor, decimals) => {
        expect(parseSigned(formatAmount(minor, decimals), decimals)).toBe(minor);
      }),
    );
  });

  const hostile = [
    "",
    " ",
    "-1",
    "+5",
    "-0",
    "NaN",
    "Infinity",
    "1e3",
    "1E3",
    "0x10",
    "0b1",
    "1,5",
    "1.",
    ".5",
    "01",
    "00",
    "1.123456789",
    "1 ",
    " 1",
    "1_000",
    "1n",
    "١",
    "１",
    "1\n",
    "1\u0000",
    "9999999999999999999",
    "1.0.0",
    "--1",
    "1-1",
    "null",
    "true",
    "[1]",
    "1e999",
    "1/2",
    "½",
  ];
  test.each(hostile)("%j is refused", (text) => {
    expect(parseAmount(text, 8)).toBeUndefined();
  });

  test("more decimals than the currency has are refused, not rounded", () => {
    expect([parseAmount("1.234", 2), parseAmount("1.230", 2), parseAmount("1.23", 2)]).toEqual([
      undefined,
      undefined,
      123n,
    ]);
  });

  test("nothing beyond 64 bits is accepted", () => {
    expect(parseAmount("92233720368.54775807", 8)).toBe(maxMinor);
    expect(parseAmount("92233720368.54775808", 8)).toBeUndefined();
    expect(parseAmount("999999999999999999", 8)).toBeUndefined();
  });

  test("zeros at the end are dropped for reading only", () => {
    expect(["1.50", "2.00", "0.10", "100", "0.00000000"].map(trimZeros)).toEqual([
      "1.5",
      "2",
      "0.1",
      "100",
      "0",
    ]);
  });
});

describe("rounding", () => {
  const numbers = fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n });
  const divisors = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((n) => n !== 0n);

  test("down and up enclose the quotient and agree where it is exact", () => {
    fc.assert(
      fc.property(numbers, divisors, (a, b) => {
        const [down, up] = [divideDown(a, b), divideUp(a, b)];
        expect(up - down).toBe(a % b === 0n ? 0n : 1n);
        const sign = b < 0n ? -1n : 1n;
        expect(down * b * sign <= a * sign && up * b * sign >= a * sign).toBe(true);
      }),
    );
  });

  test("half up is within half of the quotient, ties away from zero", () => {
    fc.assert(
      fc.property(numbers, divisors, (a, b) => {
        const error = 2n * (divideHalfUp(a, b) * b - a);
        expect(error * error <= b * b).toBe(true);
      }),
    );
    expect([
      divideHalfUp(5n, 2n),
      divideHalfUp(-5n, 2n),
      divideHalfUp(5n, -2n),
      divideHalfUp(4n, 3n),
    ]).toEqual([3n, -3n, -3n, 1n]);
  });

  test("a fee rounds up: 1 % of 123.456789 is 1.23456789", () => {
    expect(feeUp(12_345_678_900n, 1n, 2)).toBe(123_456_789n);
    expect(feeUp(1n, 2n, 3)).toBe(1n);
    expect([rescaleDown(199n, 4, 2), rescaleUp(101n, 4, 2), rescaleDown(5n, 0, 2)]).toEqual([
      1n,
      2n,
      500n,
    ]);
  });
});
