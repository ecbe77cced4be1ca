/** Rates are whole numbers of 1e-8 (0.01 % is 10,000); prices share any one unit. */

const interest = 10_000;
const dampener = 50_000;
/** The most a rate may be, either way. */
export const fundingCap = 300_000;

/** Hours between settlements: 00, 08 and 16 UTC. */
export const fundingSeconds = 8 * 3600;

/** F = P + clamp(I - P, ±0.05 %), at most ±0.30 %, for a mean premium P over the 8 h period. */
export function fundingRate(meanPremium: number): number {
  return clamp(meanPremium + clamp(interest - meanPremium, dampener), fundingCap);
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
