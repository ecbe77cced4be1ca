/**
 * The constants of SHA-2 as the standard (FIPS 180-4, 4.2) makes them: the first bits of the fractions of
 * square or cube roots of the first primes. Exact, in integers.
 */
export function rootFractions(count: number, root: 2 | 3, bits: 32 | 64): bigint[] {
  return firstPrimes(count).map((prime) => {
    const scaled = BigInt(prime) << BigInt(bits * root);
    let [low, high] = [0n, 1n << BigInt(bits + 5)];
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(root) <= scaled) low = middle;
      else high = middle;
    }
    return BigInt.asUintN(bits, low);
  });
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}
