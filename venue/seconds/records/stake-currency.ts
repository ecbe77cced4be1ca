import { moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import { quoteCurrency } from "../../platform/currencies.ts";

/** What stakes are counted in, and the decimals of its minor unit. */
export const stakeCurrency = quoteCurrency;
export const stakeScale = moneyScale;

/** Whether the venue keeps it, in that scale. */
export function keepsStakes(currencies: VenueDeps["currencies"]): boolean {
  return currencies.has(stakeCurrency) && currencies.scaleOf(stakeCurrency) === stakeScale;
}
