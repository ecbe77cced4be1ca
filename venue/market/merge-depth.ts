import type { Level } from "../feed/market-source.ts";

/**
 * Levels merged into steps of 10^`step` ticks, best first. Bids fall to the step below and asks rise to
 * the one above, so that a merged book never promises a better price and cannot cross.
 */
export function mergeDepth(levels: readonly Level[], step: number, side: "bids" | "asks"): Level[] {
  if (step === 0) return [...levels];
  const width = 10 ** step;
  const round = side === "bids" ? Math.floor : Math.ceil;
  const merged: [number, number][] = [];
  for (const [price, amount] of levels) {
    const at = round(price / width) * width;
    const last = merged.at(-1);
    if (last?.[0] === at) last[1] += amount;
    else merged.push([at, amount]);
  }
  return merged;
}
