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

/** Three unsigned 32-bit little-endian words as one draw of mean 0, variance 1, bounded by 3. */
export function gaussianFromWords(bytes: Uint8Array, at: number): number {
  return ((readWord(bytes, at) + readWord(bytes, at + 4) + readWord(bytes, at + 8)) / 4294967296 - 1.5) * 2;
}

/** An unsigned 32-bit little-endian word. */
export function readWord(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0
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
