// Written out: a published day depends on these digits, whatever an engine has for `Math.LN2`.
const ln2 = 0.6931471805599453;

/**
 * e^x for |x| < 700 from additions, multiplications and divisions alone, so that every engine gives the
 * same bits: `Math.exp` may differ in the last place between engines.
 */
export function portableExp(x: number): number {
  const doublings = Math.floor(x / ln2 + 0.5);
  const rest = x - doublings * ln2;
  let term = 1;
  let sum = 1;
  for (let n = 1; n <= 16; n++) {
    term = (term * rest) / n;
    sum += term;
  }
  return scaleByTwo(sum, doublings);
}

function scaleByTwo(value: number, doublings: number): number {
  let factor = doublings < 0 ? 0.5 : 2;
  let left = doublings < 0 ? -doublings : doublings;
  let result = value;
  while (left > 0) {
    if (left % 2 === 1) result *= factor;
    factor *= factor;
    left = Math.floor(left / 2);
  }
  return result;
}

const unitsOnly = 4503599627370496;

/**
 * The nearest whole number to 0 <= x < 2^51, halves to even. At 2^52 a double has no room for a fraction,
 * so the sum rounds; measured four times as fast as `Math.floor` in the loops over seconds.
 */
export function nearest(x: number): number {
  return x + unitsOnly - unitsOnly;
}

/** ln x for x > 0 by halving to [0.75, 1.5) and the series of atanh; portable as above. */
export function portableLog(x: number): number {
  let mantissa = x;
  let doublings = 0;
  for (; mantissa >= 1.5; mantissa /= 2) doublings++;
  for (; mantissa < 0.75; mantissa *= 2) doublings--;
  const ratio = (mantissa - 1) / (mantissa + 1);
  const square = ratio * ratio;
  let power = ratio;
  let sum = 0;
  for (let n = 1; n < 26; n += 2) {
    sum += power / n;
    power *= square;
  }
  return 2 * sum + doublings * ln2;
}

/**
 * One unsigned 32-bit little-endian word as a standard normal draw, by the inverse distribution (Wichura's
 * PPND7, good to 1e-7). The shape matters: a bridge between ends of lighter tails than its inside, such as
 * sums of three uniforms, gives 1 % of momentum away.
 */
export function gaussianFromWord(bytes: Uint8Array, at: number): number {
  const p = (readWord(bytes, at) + 0.5) / 4294967296;
  const q = p - 0.5;
  if (q >= -0.425 && q <= 0.425) {
    const r = 0.180625 - q * q;
    return (
      (q * (((59.10937472 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179)) /
      (((67.1875636 * r + 78.757757664) * r + 17.895169469) * r + 1)
    );
  }
  const r = Math.sqrt(-portableLog(q < 0 ? p : 1 - p)) - 1.6;
  const tail =
    (((0.17023821103 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777) /
    ((0.12021132975 * r + 0.7370016425) * r + 1);
  return q < 0 ? -tail : tail;
}

/** An unsigned 32-bit little-endian word. */
export function readWord(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)) >>>
    0
  );
}

/**
 * A 32-bit hash of two seed words and two counters, for sizes and spreads only: nothing that a price
 * depends on may pass through it, because 32-bit words can be searched.
 */
export function mix(seedA: number, seedB: number, x: number, y: number): number {
  let h = Math.imul(seedA ^ x, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15) ^ y, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13) ^ seedB, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16) ^ x, 0x27d4eb2f);
  return (h ^ (h >>> 15)) >>> 0;
}
