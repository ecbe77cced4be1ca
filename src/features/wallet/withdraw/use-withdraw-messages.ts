import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { formatAmount, formatMoney, formatRate } from "../../../lib/format.ts";
import { hideAmountsAtom } from "../assets/wallet-atoms.ts";
import { boundText, feePercent, type AmountProblem, type WayOut } from "./withdraw-ways.ts";

/** Messages with figures for the forms and sheets of withdrawals. */
export function useWithdrawMessages() {
  const { t, i18n } = useLingui();
  const figure = (text: string) => formatAmount(text, i18n.locale);
  const money = (text: string, flag: string) => `${figure(text)}\u00a0${flag}`;
  const hidden = useAtomValue(hideAmountsAtom);
  /** An amount of the person's own, masked where amounts are hidden. */
  const own = (text: string, flag: string) => formatMoney(text, flag, i18n.locale, { hidden });
  return {
    figure,
    money,
    own,
    /** The same with every digit: for details. */
    ownExact: (text: string, flag: string) =>
      formatMoney(text, flag, i18n.locale, { whole: true, hidden }),
    amountProblem: (problem: AmountProblem, flag: string): string => {
      switch (problem.kind) {
        case "missing":
          return t`Enter how much.`;
        case "too-precise":
          return problem.decimals === 0
            ? t`Whole numbers only.`
            : t`At most ${plural(problem.decimals, { one: "# decimal", other: "# decimals" })} here.`;
        case "below-minimum":
          return t`At least ${money(problem.minimum, flag)}.`;
        case "above-maximum":
          return t`At most ${money(problem.maximum, flag)} at once.`;
        case "above-day":
          return t`${money(problem.left, flag)} may still leave today by this network.`;
        case "insufficient":
          return t`Not enough: ${own(problem.available, flag)} is available.`;
      }
    },
    /** The fee of a way: "1%, at least 0.5 USDT", "1%, 1 to 100 USDT". */
    fee: (way: WayOut): string => {
      const percent = feePercent(way);
      const least = boundText(way, "minFee") ?? "0";
      if (percent === undefined) return money(least, way.flag);
      const rate = formatRate(percent, i18n.locale);
      const most = boundText(way, "maxFee");
      if (most !== null) return t`${rate}, ${figure(least)} to ${money(most, way.flag)}`;
      return /[1-9]/.test(least) ? t`${rate}, at least ${money(least, way.flag)}` : rate;
    },
  };
}
