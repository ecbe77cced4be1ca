import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { ratioScale } from "#protocol/rules/contracts/contract-risk.ts";
import type { Direction } from "#protocol/rules/contracts/contract-worth.ts";
import { pow10 } from "#protocol/wire/rounding.ts";
import { tenthsOf, usualLimits, type WarningLimits } from "../../trade/ticket/warning-limits.ts";
import { type ContractFacts, percentOf, type Preview } from "../figures/contract-figures.ts";
import type { OpeningNumbers } from "./opening-numbers.ts";
import { triggerProblem } from "../figures/tpsl-convert.ts";

/** What is well worth a second look and still may be sent; shares in percent, decimal text. */
export type OpeningWarning =
  | { kind: "far-price"; percent: string; above: boolean }
  | { kind: "large-share"; percent: string }
  /** By the present mark price it would be liquidated as soon as it is open. */
  | { kind: "liquidated-at-once" }
  | { kind: "near-liquidation"; percent: string }
  /** The stop loss lies beyond the price of liquidation. */
  | { kind: "liquidated-first" }
  /** The book shows less than wanted; the rest is cancelled. */
  | { kind: "short" };

/** Closer than this share of the mark price, liquidation is called near, at `ratioScale`. */
const nearDistance = 20_000n;

/** What a person may have overlooked. Nothing here keeps an order from being sent. */
export function openingWarnings(
  numbers: OpeningNumbers,
  preview: Preview,
  facts: ContractFacts,
  limits: WarningLimits = usualLimits,
): OpeningWarning[] {
  const { limit, volume, direction, sl } = numbers;
  const { liquidation, distance, ratio, aside } = preview;
  const { market, mark, worth } = facts;
  const warnings: OpeningWarning[] = [];
  if (limit === null && preview.volume > 0n && volume !== undefined && preview.volume < volume)
    warnings.push({ kind: "short" });
  if (limit !== null && limit !== undefined && mark)
    warnings.push(
      ...far(
        direction,
        limit * pow10(Math.max(0, mark.scale - market.terms.price)),
        mark.value * pow10(Math.max(0, market.terms.price - mark.scale)),
        limits.farPercent,
      ),
    );
  const most = tenthsOf(limits.sharePercent);
  if (
    most !== undefined &&
    worth !== null &&
    worth > 0n &&
    aside !== null &&
    aside * 1000n > most * worth
  ) {
    const share = (aside * 1000n) / worth;
    warnings.push({
      kind: "large-share",
      percent: trimZeros(formatAmount(share > 1000n ? 1000n : share, 1)),
    });
  }
  const isOpenNow = preview.opened.volume > 0n;
  if (isOpenNow && mark && preview.exposure && (ratio === null || ratio >= pow10(ratioScale)))
    warnings.push({ kind: "liquidated-at-once" });
  else if (isOpenNow && distance !== null && distance < nearDistance)
    warnings.push({ kind: "near-liquidation", percent: percentOf(distance) });
  if (
    typeof sl === "bigint" &&
    triggerProblem("sl", sl, direction, null, liquidation, market.terms) === "liquidated-first"
  )
    warnings.push({ kind: "liquidated-first" });
  return warnings;
}

/** Whether a warning is of the kind that a person should confirm by itself. */
export function isGrave({ kind }: OpeningWarning): boolean {
  return kind === "far-price" || kind === "large-share" || kind === "liquidated-at-once";
}

/** Of a limit worse than the market: who waits for a better price risks nothing. Both prices at one scale. */
function far(
  direction: Direction,
  limit: bigint,
  mark: bigint,
  farPercent: string,
): OpeningWarning[] {
  const most = tenthsOf(farPercent);
  if (most === undefined) return [];
  const above = limit > mark;
  const distance = (above ? limit - mark : mark - limit) * 1000n;
  return above === (direction === "buy") && distance > most * mark
    ? [{ kind: "far-price", percent: trimZeros(formatAmount(distance / mark, 1)), above }]
    : [];
}

/** The warnings of both sides, each once: what is the same for either is said of both. */
export function sidedWarnings(
  long: readonly OpeningWarning[],
  short: readonly OpeningWarning[],
): { of: "both" | "buy" | "sell"; warning: OpeningWarning }[] {
  const shared = (warning: OpeningWarning, other: readonly OpeningWarning[]) =>
    other.some((one) => JSON.stringify(one) === JSON.stringify(warning));
  return [
    ...long.map((warning) => ({
      of: shared(warning, short) ? ("both" as const) : ("buy" as const),
      warning,
    })),
    ...short
      .filter((warning) => !shared(warning, long))
      .map((warning) => ({ of: "sell" as const, warning })),
  ];
}
