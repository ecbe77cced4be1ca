import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { valueDown } from "#protocol/rules/spot-fill.ts";
import { tenthsOf, usualLimits, type WarningLimits } from "../../trade/ticket/warning-limits.ts";
import { tifOf, type TicketDraft, type TicketFacts, type TicketNumbers } from "./ticket-facts.ts";
import type { Outlook } from "./ticket-outlook.ts";

export type TicketWarning =
  | { kind: "far-price" | "far-stop"; percent: string; above: boolean }
  | { kind: "large-share"; percent: string }
  /** Post-only, and it would take: cancelled at its first look. */
  | { kind: "would-take" }
  /** All or nothing, and the book shows less at this price. */
  | { kind: "not-whole" }
  /** At once or not at all, and the book shows nothing at this price. */
  | { kind: "nothing-at-price" }
  /** The book shows less than wanted; the rest is cancelled. */
  | { kind: "short" }
  | { kind: "review"; over: string; currency: string };

/** What a person may have overlooked. Nothing here keeps an order from being sent. */
export function warningsOf(
  draft: TicketDraft,
  numbers: TicketNumbers,
  outlook: Outlook,
  facts: TicketFacts,
  limits: WarningLimits = usualLimits,
): TicketWarning[] {
  return [
    ...fateWarnings(draft, outlook),
    ...farWarnings(draft, numbers, facts, limits.farPercent),
    ...shareWarnings(draft, numbers, outlook, facts, limits.sharePercent),
    ...reviewWarnings(draft, numbers, facts),
  ];
}

/** Whether a warning is of the kind that a person should confirm by itself. */
export function isGrave({ kind }: TicketWarning): boolean {
  return kind === "far-price" || kind === "far-stop" || kind === "large-share";
}

function fateWarnings(draft: TicketDraft, { fate }: Outlook): TicketWarning[] {
  if (fate === "partly-cancelled") return [{ kind: "short" }];
  if (fate !== "cancelled") return [];
  const tif = tifOf(draft);
  return [
    { kind: tif === "post_only" ? "would-take" : tif === "fok" ? "not-whole" : "nothing-at-price" },
  ];
}

/**
 * Of prices worse than the market alone: who waits for a better one risks nothing. A stop-limit's own price belongs to
 * its stop: it is the stop that is near or far.
 */
function farWarnings(
  { side }: TicketDraft,
  { price, stopPrice }: TicketNumbers,
  { last }: TicketFacts,
  farPercent: string,
): TicketWarning[] {
  const most = tenthsOf(farPercent);
  const from = stopPrice !== undefined && price !== undefined ? stopPrice : last;
  if (most === undefined) return [];
  const far = (
    kind: "far-price" | "far-stop",
    at: bigint | undefined,
    reference: bigint | null,
  ): TicketWarning[] => {
    if (at === undefined || reference === null) return [];
    const above = at > reference;
    const distance = (above ? at - reference : reference - at) * 1000n;
    return above === (side === "buy") && distance > most * reference
      ? [{ kind, percent: percentOf(distance / reference), above }]
      : [];
  };
  return [...far("far-stop", stopPrice, last), ...far("far-price", price, from)];
}

function shareWarnings(
  { side }: TicketDraft,
  { price, stopPrice, lots }: TicketNumbers,
  { reserve }: Outlook,
  { worth, last, market }: TicketFacts,
  sharePercent: string,
): TicketWarning[] {
  const most = tenthsOf(sharePercent);
  const at = price ?? stopPrice ?? last;
  const bound =
    side === "buy"
      ? reserve
      : lots !== undefined && at !== null
        ? valueDown({ price: at, lots }, market.scales)
        : undefined;
  if (most === undefined || worth === null || worth === 0n || bound === undefined) return [];
  const share = (bound * 1000n) / worth;
  return bound * 1000n > most * worth
    ? [{ kind: "large-share", percent: percentOf(share > 1000n ? 1000n : share) }]
    : [];
}

function reviewWarnings(
  { side }: TicketDraft,
  { lots }: TicketNumbers,
  { market }: TicketFacts,
): TicketWarning[] {
  const over = market.reviewOver;
  if (side !== "sell" || over === null || lots === undefined || lots <= over) return [];
  return [
    {
      kind: "review",
      over: trimZeros(formatAmount(over, market.scales.amount)),
      currency: market.base,
    },
  ];
}

function percentOf(tenths: bigint): string {
  return trimZeros(formatAmount(tenths, 1));
}
