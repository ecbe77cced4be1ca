import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  divideDown,
  divideHalfUp,
  divideUp,
  feeUp,
  pow10,
  rescaleDown,
  rescaleUp,
} from "#protocol/wire/rounding.ts";

const big = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
const divisor = big.filter((d) => d !== 0n);
const magnitude = (x: bigint) => (x < 0n ? -x : x);

describe("rounding", () => {
  test.each([
    [7n, 2n, 3n, 4n, 4n],
    [-7n, 2n, -4n, -3n, -4n],
    [7n, -2n, -4n, -3n, -4n],
    [-7n, -2n, 3n, 4n, 4n],
    [6n, 2n, 3n, 3n, 3n],
    [1n, 3n, 0n, 1n, 0n],
    [-1n, 3n, -1n, 0n, 0n],
    [0n, 5n, 0n, 0n, 0n],
  ])("%s / %s: down %s, up %s, half up %s", (a, b, down, up, half) => {
    expect([divideDown(a, b), divideUp(a, b), divideHalfUp(a, b)]).toEqual([down, up, half]);
  });

  test("down and up enclose the quotient, closer than one", () => {
    fc.assert(
      fc.property(big, divisor, (a, b) => {
        const [down, up] = [divideDown(a, b), divideUp(a, b)];
        const sign = b < 0n ? -1n : 1n;
        expect(down * b * sign <= a * sign && a * sign <= up * b * sign).toBe(true);
        expect(up - down).toBe(a % b === 0n ? 0n : 1n);
      }),
    );
  });

  test("half up is never further than a half, and symmetric about zero", () => {
    fc.assert(
      fc.property(big, divisor, (a, b) => {
        const nearest = divideHalfUp(a, b);
        expect(2n * magnitude(nearest * b - a) <= magnitude(b)).toBe(true);
        expect(divideHalfUp(-a, b)).toBe(-nearest);
      }),
    );
  });

  test("a fee is never less than the rate says, nor a unit more", () => {
    expect(feeUp(100_000_000n, 2n, 3)).toBe(200_000n);
    expect(feeUp(1n, 2n, 3)).toBe(1n);
    expect(feeUp(0n, 2n, 3)).toBe(0n);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.integer({ min: 0, max: 8 }),
        (amount, rate, scale) => {
          const excess = feeUp(amount, rate, scale) * pow10(scale) - amount * rate;
          expect(excess >= 0n && excess < pow10(scale)).toBe(true);
        },
      ),
    );
  });

  test("changing the scale loses nothing upwards; downwards a credit loses and a debt gains", () => {
    expect([rescaleDown(123n, 2, 8), rescaleUp(123n, 2, 8)]).toEqual([123_000_000n, 123_000_000n]);
    expect([rescaleDown(129n, 2, 1), rescaleUp(121n, 2, 1)]).toEqual([12n, 13n]);
  });
});
