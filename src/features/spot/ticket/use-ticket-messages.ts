import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import {
  formatAmount,
  formatPrice,
  formatRate,
  formatSum,
  HIDDEN_AMOUNT,
} from "../../../lib/format.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import type { TicketProblem } from "./ticket-problems.ts";
import type { TicketMarket, TicketDraft } from "./ticket-facts.ts";
import type { OrderType } from "#protocol/api/spot.ts";
import type { TicketWarning } from "./ticket-warnings.ts";
import { averageText } from "./estimate.ts";
import { lotsText } from "./estimate-format.ts";
import type { TicketSummary } from "./ticket-form.ts";

/** What is wrong with a number and what would be right, in words. */
export function useProblemText(): (
  problem: TicketProblem,
  market: TicketMarket,
  spending: boolean,
) => string {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const figure = (plain: string) => formatAmount(plain, i18n.locale);
  const price = (plain: string, { scales }: TicketMarket) =>
    formatPrice(plain, scales.price, i18n.locale);
  const percent = (plain: string) => formatRate(plain, i18n.locale, 1);
  return (problem, market, spending) => {
    switch (problem.kind) {
      case "missing":
        return spending
          ? t`Enter how much ${market.quote} to spend.`
          : t`Enter how much ${market.base}.`;
      case "below-minimum-value":
        return t`An order must be worth at least ${figure(problem.minimum)} ${market.quote}.`;
      case "below-minimum-amount":
        return t`At least ${figure(problem.minimum)} ${market.base}.`;
      case "above-maximum":
        return t`At most ${figure(problem.maximum)} ${problem.currency} in one order.`;
      case "insufficient":
        return t`You have ${hidden ? HIDDEN_AMOUNT : formatSum(problem.available, problem.currency, i18n.locale)} ${problem.currency} available.`;
      case "missing-price":
        return t`Enter a price.`;
      case "missing-stop":
        return t`Enter a stop price.`;
      case "price-too-high":
        return problem.from === "last"
          ? t`At most ${price(problem.bound, market)}: ${percent(problem.percent)} above the last price.`
          : t`At most ${price(problem.bound, market)}: ${percent(problem.percent)} above the stop price.`;
      case "price-too-low":
        return problem.from === "last"
          ? t`At least ${price(problem.bound, market)}: ${percent(problem.percent)} below the last price.`
          : t`At least ${price(problem.bound, market)}: ${percent(problem.percent)} below the stop price.`;
      case "triggers-at-once":
        return t`The last price is already at ${price(problem.last, market)}. Choose a stop price it has yet to reach.`;
      case "too-many-open":
        return t`At most ${problem.maximum} orders may wait at a time. Cancel one first.`;
      case "no-last":
        return t`There is no last price to compare the stop with.`;
      case "no-book":
        return t`The order book is empty at the moment.`;
    }
  };
}

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
