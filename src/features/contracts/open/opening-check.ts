import { hasMoved, intentSummary, type OpeningFate, type OpeningSummary } from "./opening-form.ts";
import type { OpeningIntent } from "./opening-numbers.ts";
import { isGrave, type OpeningWarning } from "./opening-warnings.ts";
import type { ContractFacts } from "../figures/contract-figures.ts";
import type { WarningLimits } from "../../trade/ticket/warning-limits.ts";

/** What a person saw of an order when they were asked, to hold the market of the tap against it. */
export interface OpeningLook {
  fate: OpeningFate | undefined;
  /** Ticks with two decimals more. */
  average: bigint | null;
  liquidation: bigint | null;
}

export function lookOf({ fate, preview }: Pick<OpeningSummary, "fate" | "preview">): OpeningLook {
  return { fate, average: preview?.average ?? null, liquidation: preview?.liquidation ?? null };
}

/** What has changed since then so much that it is to be accepted first: the price, or what would become of the order. */
export function openingChange(
  seen: OpeningLook | undefined,
  now: OpeningLook,
): "price" | "fate" | undefined {
  if (seen === undefined || now.fate === undefined) return undefined;
  if (seen.fate !== undefined && seen.fate !== now.fate) return "fate";
  return seen.average !== null && now.average !== null && hasMoved(seen.average, now.average)
    ? "price"
    : undefined;
}

/** The warnings that take a tick of their own, as one text: another set of them takes another tick. */
export function graveOpening(warnings: readonly OpeningWarning[]): string {
  return warnings
    .filter(isGrave)
    .map(({ kind }) => kind)
    .toSorted()
    .join(" ");
}

/** Whether an order may be sent without a confirmation: it has no warning, and nothing has changed. */
export function isPlainOpening(
  intent: OpeningIntent,
  facts: ContractFacts,
  limits: WarningLimits,
  seen: OpeningLook | undefined,
): boolean {
  const now = intentSummary(intent, facts, limits);
  return (
    now.problem === undefined &&
    now.warnings.length === 0 &&
    openingChange(seen, lookOf(now)) === undefined
  );
}
