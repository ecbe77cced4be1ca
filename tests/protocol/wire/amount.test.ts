import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatAmount,
  maxMinor,
  parseAmount,
  parsePrice,
  parseSigned,
  textOfNumber,
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

  const prices: [string, number, bigint | undefined][] = [
    ["0", 2, 0n],
    ["7", 0, 7n],
    ["105.25", 2, 10_525n],
    ["0.000000000000000001", 18, 1n],
    ["123456789012345678", 0, 123_456_789_012_345_678n],
    ["9.223372036854775807", 18, maxMinor],
    ["9.223372036854775808", 18, undefined],
    ["1.25", 1, undefined],
    ["0.0000000000000000001", 19, undefined],
    ["1234567890123456789", 0, undefined],
    ["-1", 2, undefined],
    ["x1", 2, undefined],
    ["1x", 2, undefined],
    ["01", 2, undefined],
    ["1a", 2, undefined],
    ["1.a", 2, undefined],
    ["", 2, undefined],
  ];
  test.each(prices)("the price %j in ticks of 10^-%i", (text, precision, ticks) => {
    expect(parsePrice(text, precision)).toBe(ticks);
  });

  test("a signed figure is read whole or not at all", () => {
    const read = ["-1.50", "1.50", "-0.01", "x-1", "-1x", "--1", "1-", "-1.505"].map((text) =>
      parseSigned(text, 2),
    );
    expect(read).toEqual([-150n, 150n, -1n, ...Array(5).fill(undefined)]);
  });

  test("a figure is written with its sign and all of its decimals", () => {
    expect([0n, 1n, -1n, -150n, 12_345n].map((minor) => formatAmount(minor, 2))).toEqual([
      "0.00",
      "0.01",
      "-0.01",
      "-1.50",
      "123.45",
    ]);
    expect([0n, -7n, 12n].map((minor) => formatAmount(minor, 0))).toEqual(["0", "-7", "12"]);
  });

  test("the text of a number has no trailing zeros, and there is none for what a number cannot say", () => {
    const texts = [0, -0, 1.5, -2.25, 1e-8, 1e-9, -1e-9, 100, 1e15, -1e15, NaN, Infinity];
    expect(texts.map(textOfNumber)).toEqual([
      "0",
      "0",
      "1.5",
      "-2.25",
      "0.00000001",
      "0",
      "0",
      "100",
      ...Array(4).fill(undefined),
    ]);
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
