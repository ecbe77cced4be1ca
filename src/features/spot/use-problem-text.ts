import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { formatAmount, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import type { TicketMarket, TicketProblem } from "./ticket-form.ts";

/** What is wrong with the quantity and what would be right, in words. */
export function useProblemText(): (problem: TicketProblem, market: TicketMarket, spending: boolean) => string {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const figure = (plain: string) => formatAmount(plain, i18n.locale);
  return (problem, market, spending) => {
    switch (problem.kind) {
      case "missing": return spending ? t`Enter how much ${market.quote} to spend.` : t`Enter how much ${market.base}.`;
      case "below-minimum-value": return t`An order must be worth at least ${figure(problem.minimum)} ${market.quote}.`;
      case "below-minimum-amount": return t`At least ${figure(problem.minimum)} ${market.base}.`;
      case "above-maximum": return t`At most ${figure(problem.maximum)} ${problem.currency} in one order.`;
      case "insufficient": return t`You have ${hidden ? HIDDEN_AMOUNT : figure(problem.available)} ${problem.currency} available.`;
      case "no-book": return t`The order book is empty at the moment.`;
    }
  };
}
