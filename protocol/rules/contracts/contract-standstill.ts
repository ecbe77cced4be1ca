/**
 * What a position makes of a price that moved while nobody could act (rules.md, 4): pure, the same for everybody,
 * and as much in the owner's favour as against them.
 */
import { pow10, rescaleDown, rescaleUp } from "../../wire/rounding.ts";
import type { Rate } from "../spot-fill.ts";
import { equityAt, type Exposure, requiredAt } from "./contract-risk.ts";
import {
  type ContractTerms,
  costScale,
  moneyScale,
  type Price,
  profitAt,
  worthOf,
} from "./contract-worth.ts";

export interface AfterStandstill {
  /** What the position now counts as its cost, at `costScale`; as it was where all of the move counts. */
  cost: bigint;
  /** Profit that the move would have brought, and what of it counts; money, signed. */
  moved: bigint;
  counted: bigint;
}

/**
 * Counts of a move at most what lay between the position and its liquidation before it, in gain as in loss: the
 * position is not liquidated by the move, and who holds both sides of a contract wins nothing by it.
 * @param before the last mark price before the standstill
 * @param after the first mark price after it
 */
export function afterStandstill(
  exposure: Exposure,
  { before, after }: { before: Price; after: Price },
  terms: ContractTerms,
  taker: Rate,
): AfterStandstill {
  const { direction, volume, cost } = exposure;
  const profit = profitAt(direction, volume, cost, before, terms);
  const moved = profitAt(direction, volume, cost, after, terms) - profit;
  const left = equityAt(exposure, before, terms) - requiredAt(volume, before, terms, taker);
  const most = left > 0n ? left : 0n;
  if (moved <= most && moved >= -most) return { cost, moved, counted: moved };
  const limited = profit + (moved > 0n ? most : -most);
  const worth = worthOf(volume, after, terms);
  const shifted =
    direction === "buy"
      ? rescaleDown(worth.value, worth.scale, costScale) - limited * pow10(costScale - moneyScale)
      : rescaleUp(worth.value, worth.scale, costScale) + limited * pow10(costScale - moneyScale);
  // A short far in loss may come back by more than it is worth: no position cost less than nothing.
  const at = shifted > 0n ? shifted : 0n;
  return { cost: at, moved, counted: profitAt(direction, volume, at, after, terms) - profit };
}
