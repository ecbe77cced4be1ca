import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { WithdrawalQuote } from "#protocol/withdrawal.ts";
import { formatAmount, formatMoney, formatRate } from "../../lib/format.ts";
import type { AddressReading } from "./address-read.ts";
import { addressProblemTexts } from "./address-texts.ts";
import { hideAmountsAtom } from "./wallet-atoms.ts";
import { boundText, feePercent, type AmountProblem, type WayOut } from "./withdraw-ways.ts";

/** What forms and sheets of withdrawals say with figures. */
export function useWithdrawWords() {
  const { t, i18n } = useLingui();
  const figure = (text: string) => formatAmount(text, i18n.locale);
  const money = (text: string, flag: string) => `${figure(text)}\u00a0${flag}`;
  const hidden = useAtomValue(hideAmountsAtom);
  /** Of what the person has or had: masked with all other amounts. */
  const own = (text: string, flag: string) =>
    hidden ? formatMoney(text, flag, i18n.locale, { hidden }) : money(text, flag);
  return {
    figure,
    money,
    own,
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
    /** What a way charges: "1%, at least 0.5 USDT", "1%, 1 to 100 USDT". */
    fee: (way: WayOut): string => {
      const percent = feePercent(way);
      const least = boundText(way, "minFee") ?? "0";
      if (percent === undefined) return money(least, way.flag);
      const rate = formatRate(percent, i18n.locale);
      const most = boundText(way, "maxFee");
      if (most !== null) return t`${rate}, ${figure(least)} to ${money(most, way.flag)}`;
      return /[1-9]/.test(least) ? t`${rate}, at least ${money(least, way.flag)}` : rate;
    },
    /** Why a text is not taken for an address of a network; undefined where it is. */
    addressProblem: (
      reading: AddressReading,
      network: string,
      others: readonly string[],
    ): string | undefined => {
      if (!reading.ok) return i18n._(addressProblemTexts[reading.problem]);
      if (others.includes(network)) return undefined;
      const names = new Intl.ListFormat(i18n.locale, { type: "disjunction" }).format(
        others.slice(0, 3),
      );
      return others.length > 0
        ? t`This is an address of ${names}, and you chose ${network}. Choose the network it belongs to.`
        : t`This is no address of ${network}: a character is wrong or missing. Copy it again.`;
    },
    /** How well an address is known. */
    known: ({
      used,
      saved,
    }: Pick<WithdrawalQuote, "used" | "saved">): { text: string; tone: "warning" | "success" } => {
      if (used > 0)
        return {
          text: t`Used ${plural(used, { one: "once", other: "# times" })}`,
          tone: "success",
        };
      return saved === 1
        ? { text: t`Saved, never used`, tone: "success" }
        : { text: t`New address`, tone: "warning" };
    },
    /** Time left, to the second below an hour. */
    countdown: (ms: number): string => {
      const seconds = Math.max(0, Math.ceil(ms / 1000));
      const [hours, minutes, rest] = [
        Math.floor(seconds / 3600),
        Math.floor(seconds / 60) % 60,
        seconds % 60,
      ];
      const pad = (part: number) => String(part).padStart(2, "0");
      return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${minutes}:${pad(rest)}`;
    },
  };
}
