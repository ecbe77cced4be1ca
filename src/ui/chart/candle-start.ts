/** The start of the candle in which a time lies. Beyond the candles, and in a gap, they are counted on from the last one before. */
export function candleStart(times: ArrayLike<number>, stepSec: number, timeSec: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) <= timeSec) low = middle + 1;
    else high = middle;
  }
  const base = times[Math.max(0, low - 1)] ?? 0;
  return base + Math.floor((timeSec - base) / stepSec) * stepSec;
}
