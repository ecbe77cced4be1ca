/**
 * Every rounding there is, by name (rules.md, 6): fees, needed margins and frozen amounts round up,
 * credits to users round down, quantities bought by value truncate to the amount precision.
 */

/** 10^n as a bigint. */
export function pow10(n: number): bigint {
  return 10n ** BigInt(n);
}

/** Quotient towards negative infinity. */
export function divideDown(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor !== 0n && dividend < 0n !== divisor < 0n ? quotient - 1n : quotient;
}

/** Quotient towards positive infinity. */
export function divideUp(dividend: bigint, divisor: bigint): bigint {
  return -divideDown(-dividend, divisor);
}

/** Quotient to the nearest integer, halves away from zero. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const a = dividend < 0n ? -dividend : dividend;
  const b = divisor < 0n ? -divisor : divisor;
  const quotient = (2n * a + b) / (2n * b);
  return negative ? -quotient : quotient;
}

/** The fee on an amount at a rate given as integer and scale (0.002 is 2n at scale 3); rounds up. */
export function feeUp(amount: bigint, rate: bigint, rateScale: number): bigint {
  return divideUp(amount * rate, pow10(rateScale));
}

/** An amount moved from one scale to another; a credit loses what does not fit. */
export function rescaleDown(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * pow10(to - from) : divideDown(amount, pow10(from - to));
}

/** As {@link rescaleDown}, for what a user owes. */
export function rescaleUp(amount: bigint, from: number, to: number): bigint {
  return to >= from ? amount * pow10(to - from) : divideUp(amount, pow10(from - to));
}
