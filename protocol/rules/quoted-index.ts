/** The index of a real market (rules.md, 7): the median of the middle prices of the last three seconds. */

/** Seconds of middle prices that make a sample. */
export const quotedSec = 3;

/** The newest of them count where there are more. */
export const mostMids = 1000;

/**
 * The sample at a second.
 * @param mids by when the venue received them, Unix ms, oldest first, in 10^-(pricePrecision+2)
 * @returns in the same unit; undefined where none came
 */
export function quotedIndex(
  mids: readonly { at: number; mid: number }[],
  second: number,
): number | undefined {
  const end = second * 1000;
  const recent = mids
    .filter(({ at }) => at > end - quotedSec * 1000 && at <= end)
    .slice(-mostMids)
    .map(({ mid }) => mid)
    .toSorted((a, b) => a - b);
  const upper = recent[Math.floor(recent.length / 2)];
  const lower = recent[Math.floor((recent.length - 1) / 2)];
  return upper === undefined || lower === undefined ? undefined : Math.round((lower + upper) / 2);
}

/** The middle of two prices in 10^-pricePrecision, in 10^-(pricePrecision+2). */
export function middleOf(bid: number, ask: number): number {
  return (bid + ask) * 50;
}
