export type Freshness = "live" | "delayed" | "frozen";

/** Ages at which a figure is no longer live, in ms since the venue's own timestamp (screens.md, Age). */
export const delayedAfterMs = 3000;
const frozenAfterMs = 10_000;

/** Freshness at `now` of a figure with timestamp `ts`, both Unix ms on the venue's clock. */
export function freshnessOf(ts: number, now: number): Freshness {
  // A timestamp in the future means that a clock is wrong, so the age is unknown.
  if (Math.abs(now - ts) > frozenAfterMs) return "frozen";
  return now - ts > delayedAfterMs ? "delayed" : "live";
}
