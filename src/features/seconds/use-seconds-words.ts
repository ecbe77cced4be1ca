import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import type { Direction } from "#protocol/seconds-settlement.ts";
import {
  formatDateTime,
  formatMoney,
  formatPercent,
  formatRate,
  formatSignedSum,
  HIDDEN_AMOUNT,
} from "../../lib/format.ts";
import { percentText } from "../market/percent-text.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";

export type SecondsWords = ReturnType<typeof useSecondsWords>;

/** Figures of seconds contracts as this person reads them. */
export function useSecondsWords(currency = "USDT") {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { locale } = i18n;
  return {
    /** A stake or what it returns: every digit, cents at least. */
    money: (text: string) => formatMoney(text, currency, locale),
    /** What is the person's own: masked where amounts are hidden. */
    own: (text: string) => formatMoney(text, currency, locale, { hidden }),
    signed: (text: string) => `${formatSignedSum(text, currency, locale)}\u00a0${currency}`,
    ownSigned: (text: string) =>
      `${hidden ? HIDDEN_AMOUNT : formatSignedSum(text, currency, locale)}\u00a0${currency}`,
    /** Odds as the profit they are: +95%. */
    odds: (fraction: string) =>
      formatPercent(percentText(fraction), locale, percentDecimals(fraction)),
    rate: (fraction: string, decimals = 2) => formatRate(percentText(fraction), locale, decimals),
    points: (percent: number, decimals = 0) =>
      formatRate(percent.toFixed(decimals), locale, decimals),
    seconds: (time: number) => plural(time, { one: "# s", other: "# s" }),
    side: (direction: Direction) =>
      direction === "up"
        ? t({ context: "seconds contract", message: "Up" })
        : t({ context: "seconds contract", message: "Down" }),
    moment: (atMs: number) => formatDateTime(atMs, locale),
  };
}

/** Odds of whole percents have no decimals. */
function percentDecimals(fraction: string): number {
  return Math.min(4, Math.max(0, (fraction.split(".")[1]?.replace(/0+$/, "").length ?? 0) - 2));
}
