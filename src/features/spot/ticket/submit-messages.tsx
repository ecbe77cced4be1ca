import { useLingui } from "@lingui/react/macro";
import { formatAmount, formatPrice } from "../../../lib/format.ts";
import { fillsAny } from "./estimate.ts";
import { lotsText } from "./estimate-format.ts";
import type { TicketSummary } from "./ticket-form.ts";
import { hasLimit, type TicketDraft, type TicketMarket } from "./ticket-facts.ts";

export interface SubmitWordsProps {
  draft: TicketDraft;
  market: TicketMarket | undefined;
  base: string;
  /** Undefined while there is no figure to trust. */
  summary: TicketSummary | undefined;
  /** No quantity has been typed. */
  empty: boolean;
  replacing: boolean;
}

/** What the button will do. */
export function SubmitWords({ draft, market, base, summary, empty, replacing }: SubmitWordsProps) {
  const { t, i18n } = useLingui();
  const { side, type } = draft;
  const buys = side === "buy";
  const intent = summary?.intent;
  if (empty) return <>{t`Enter an amount`}</>;
  if (replacing) return <>{t`Change the order`}</>;
  if (!market || !intent) return <>{buys ? t`Buy ${base}` : t`Sell ${base}`}</>;
  const { estimate } = summary;
  const amount = intent.amount ?? null;
  const about =
    amount !== null
      ? formatAmount(amount, i18n.locale)
      : fillsAny(estimate)
        ? `≈ ${lotsText(estimate.filledAmount, market, i18n.locale)}`
        : "";
  const price = hasLimit(type)
    ? formatPrice(intent.price ?? "", market.scales.price, i18n.locale)
    : "";
  switch (type) {
    case "limit":
      return (
        <>{buys ? t`Buy ${about} ${base} at ${price}` : t`Sell ${about} ${base} at ${price}`}</>
      );
    case "market":
      return <>{buys ? t`Buy ${about} ${base}` : t`Sell ${about} ${base}`}</>;
    case "stop-limit":
    case "stop-market":
      return <>{buys ? t`Place the stop to buy ${base}` : t`Place the stop to sell ${base}`}</>;
  }
}
