/** What the mark price is made of; prices in one integer unit, the rate in 1e-8. */
export interface MarkInputs {
  index: number;
  fundingRate: number;
  /** Until the next settlement, out of `periodSeconds`. */
  secondsLeft: number;
  periodSeconds: number;
  /** Mean of mid - index over the last 30 s. */
  basis: number;
  last: number;
}

/** Median of index with its funding, index with its basis, and last price (rules.md, 4), half up. */
export function markPrice({
  index,
  fundingRate,
  secondsLeft,
  periodSeconds,
  basis,
  last,
}: MarkInputs): number {
  const funded = Math.floor(
    index + (index * fundingRate * secondsLeft) / (periodSeconds * 100_000_000) + 0.5,
  );
  const based = Math.floor(index + basis + 0.5);
  return Math.max(Math.min(funded, based), Math.min(Math.max(funded, based), last));
}
