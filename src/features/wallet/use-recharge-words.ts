import { useLingui } from "@lingui/react/macro";
import { errorText } from "../../i18n/error-texts.ts";
import { formatAmount } from "../../lib/format.ts";
import { rechargeRefusal, type AmountProblem } from "./recharge-form.ts";

/** What is wrong with a recharge, in words. */
export function useRechargeWords(flag: string) {
  const { t, i18n } = useLingui();
  const sum = (amount: string) => `${formatAmount(amount, i18n.locale)}\u00a0${flag}`;

  function amount(problem: AmountProblem): string {
    switch (problem.kind) {
      case "missing":
        return t`Enter how much.`;
      case "unread":
        return t`${flag} has fewer decimals, or this is no amount.`;
      case "below": {
        const least = sum(problem.limit);
        return t`At least ${least} by this network.`;
      }
      case "above": {
        const most = sum(problem.limit);
        return t`At most ${most} at once by this network.`;
      }
    }
  }

  return {
    sum,
    amount,
    refusal: (status: number, data: unknown): string => {
      const refused = rechargeRefusal(status, data);
      switch (refused.place) {
        case "amount":
          return amount(refused.problem);
        case "voucher":
          return t`The venue no longer has this picture. Send it again.`;
        case "address":
          return t`The address of this network has changed. It has been read anew; look at it before you go on.`;
        case "network":
          return t`This network takes no recharge at present. Choose another.`;
        case "pending":
          return t`Three recharges of yours are under review already. Wait until one is decided.`;
        case "form":
          return i18n._(errorText(status));
      }
    },
  };
}
