import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { formatAmount, formatPrice, formatRate, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import type { TicketMarket, TicketProblem } from "./ticket-form.ts";

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
        return t`You have ${hidden ? HIDDEN_AMOUNT : figure(problem.available)} ${problem.currency} available.`;
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
