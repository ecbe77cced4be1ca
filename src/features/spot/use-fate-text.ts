import { useLingui } from "@lingui/react/macro";
import { formatPrice } from "../../lib/format.ts";
import { averageText } from "./estimate.ts";
import { lotsText } from "./estimate-texts.ts";
import type { TicketDraft, TicketMarket, TicketSummary } from "./ticket-form.ts";

/** What becomes of an order by the book as it stands, in a sentence or two. */
export function useFateText(): (
  summary: TicketSummary,
  draft: TicketDraft,
  market: TicketMarket,
) => string | undefined {
  const { t, i18n } = useLingui();
  return ({ fate, estimate, rest }, draft, market) => {
    const { scales, base } = market;
    const price = (plain: string | null) => formatPrice(plain ?? "", scales.price, i18n.locale);
    const limit = price(draft.price);
    const average = estimate ? price(averageText(estimate, scales)) : "";
    const now = estimate ? `${lotsText(estimate.filledAmount, market, i18n.locale)} ${base}` : "";
    const later = rest ? `${lotsText(rest.lots, market, i18n.locale)} ${base}` : "";
    switch (fate) {
      case undefined:
      // A warning says it.
      case "cancelled":
        return undefined;
      case "fills":
        return draft.type === "limit"
          ? t`Your price crosses the book: it fills at once, at ≈ ${average}.`
          : t`Fills at once, at ≈ ${average}.`;
      // What becomes of the rest a warning says.
      case "partly-cancelled":
        return t`≈ ${now} fills at once, at ≈ ${average}.`;
      case "partly-rests":
        return t`Your price crosses the book: ≈ ${now} fills at once, ${later} waits at ${limit}.`;
      case "rests":
        return t`Waits in the book at ${limit} until the market trades through it.`;
      // How the stop is reached stands at its own field.
      case "waits":
        return draft.type === "stop-limit"
          ? t`At the stop, a limit order at ${limit} is placed. If the price jumps past it, it may not fill.`
          : t`At the stop, it fills at the best prices of that moment. If the price jumps, they may lie well beyond.`;
    }
  };
}
