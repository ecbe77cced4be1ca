import { useLingui } from "@lingui/react/macro";
import type { OrderType } from "#protocol/spot.ts";
import { formatAmount, formatRate } from "../../lib/format.ts";
import type { TicketMarket, TicketWarning } from "./ticket-form.ts";

/** What a person may have overlooked, in words. */
export function useWarningText(): (
  warning: TicketWarning,
  market: TicketMarket,
  type: OrderType,
) => string {
  const { t, i18n } = useLingui();
  const percent = (plain: string) => formatRate(plain, i18n.locale, 1);
  return (warning, { base }, type) => {
    switch (warning.kind) {
      case "far-price":
        // A stop-limit order's own price is reckoned from its stop.
        if (type === "stop-limit")
          return warning.above
            ? t`The price is ${percent(warning.percent)} above the stop price.`
            : t`The price is ${percent(warning.percent)} below the stop price.`;
        return warning.above
          ? t`The price is ${percent(warning.percent)} above the market.`
          : t`The price is ${percent(warning.percent)} below the market.`;
      case "far-stop":
        return warning.above
          ? t`The stop price is ${percent(warning.percent)} above the market.`
          : t`The stop price is ${percent(warning.percent)} below the market.`;
      case "large-share":
        return t`This order takes ${percent(warning.percent)} of your whole account.`;
      case "would-take":
        return t`At this price it would fill at once. As it is to trade as maker only, it will be cancelled.`;
      case "not-whole":
        return t`The book shows too little at this price to fill it whole, so it will be cancelled.`;
      case "nothing-at-price":
        return t`The book shows nothing at this price, so it will be cancelled.`;
      case "short":
        return t`The book shows less than you want. What does not fill is cancelled.`;
      case "review":
        return t`The venue reviews sells of more than ${formatAmount(warning.over, i18n.locale)} ${base} before they trade, up to 15 minutes.`;
    }
  };
}
