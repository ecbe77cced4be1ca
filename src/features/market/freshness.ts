export type Freshness = "live" | "delayed" | "frozen";

/** Ages at which a figure is no longer live, in ms since the venue's own timestamp (screens.md, Age). */
export const delayedAfterMs = 3000;
const frozenAfterMs = 10_000;

/** How far a figure of time `ts` may be trusted at `now`, both Unix ms on the venue's clock. */
export function freshnessOf(ts: number, now: number): Freshness {
  // A figure of a time to come says that the clock is wrong, and then nobody knows how old it is.
  if (Math.abs(now - ts) > frozenAfterMs) return "frozen";
  return now - ts > delayedAfterMs ? "delayed" : "live";
}
