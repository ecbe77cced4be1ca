import { pow10 } from "#protocol/wire/rounding.ts";
import { ratioScale } from "#protocol/rules/contracts/contract-risk.ts";

/** How near a position is to liquidation, by its margin ratio. */
export type PositionHealth = "safe" | "watch" | "near";

const percent = pow10(ratioScale - 2);

/** `near` from 70 %, `watch` from 40 %; without equity there is no ratio, and nothing nearer. */
export function healthOf(ratio: bigint | null): PositionHealth {
  if (ratio === null || ratio >= 70n * percent) return "near";
  return ratio >= 40n * percent ? "watch" : "safe";
}

/** The ratio as a share of a bar, 0 to 1. */
export function barShare(ratio: bigint | null): number {
  return ratio === null ? 1 : Math.min(1, Number(ratio) / Number(pow10(ratioScale)));
}
