import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useAtomValue } from "jotai";
import { formatAmount as minorText } from "#protocol/wire/amount.ts";
import type { Price } from "#protocol/rules/contracts/contract-worth.ts";
import {
  formatAmount,
  formatMoney,
  formatPercent,
  formatPrice,
  formatRate,
  HIDDEN_AMOUNT,
  NO_NUMBER,
} from "../../../lib/format.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { averageDecimals, moneyText, percentOf, type ContractMarket } from "./contract-figures.ts";
import { baseText } from "./position-size.ts";

export type ContractWords = ReturnType<typeof useContractWords>;

/** Contract figures as this person reads them: bigints of the rules in, words out. */
export function useContractWords(market: ContractMarket | undefined) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { locale } = i18n;
  const decimals = market?.terms.price ?? 2;
  const quote = market?.quote ?? "USDT";
  const masked = (text: string) => (hidden ? HIDDEN_AMOUNT : text);
  return {
    quote,
    hidden,
    price: (text: string | null | undefined) =>
      text === null || text === undefined ? NO_NUMBER : formatPrice(text, decimals, locale),
    ticks: (ticks: bigint | null | undefined) =>
      ticks === null || ticks === undefined
        ? NO_NUMBER
        : formatPrice(minorText(ticks, decimals), decimals, locale),
    average: (ticks: bigint | null | undefined) =>
      ticks === null || ticks === undefined
        ? NO_NUMBER
        : formatPrice(minorText(ticks, decimals + averageDecimals), decimals, locale),
    /** A mark or index price, in the market's ticks. */
    mark: (price: Price) => formatPrice(minorText(price.value, price.scale), decimals, locale),
    money: (minor: bigint) => formatMoney(moneyText(minor), quote, locale, { hidden }),
    /** What is to be paid: never less than it will be. */
    cost: (minor: bigint) =>
      formatMoney(moneyText(minor), quote, locale, { rounding: "up", hidden }),
    /** Every digit: for details, and for a limit that may be typed. */
    exact: (minor: bigint) => formatMoney(moneyText(minor), quote, locale, { whole: true, hidden }),
    signed: (minor: bigint) =>
      formatMoney(moneyText(minor), quote, locale, { signed: true, hidden }),
    signedText: (text: string) => formatMoney(text, quote, locale, { signed: true, hidden }),
    exactSigned: (text: string) =>
      formatMoney(text, quote, locale, { whole: true, signed: true, hidden }),
    share: (share: bigint | null, digits = 2) =>
      share === null ? NO_NUMBER : formatRate(percentOf(share), locale, digits),
    signedShare: (share: bigint | null) =>
      share === null ? NO_NUMBER : formatPercent(percentOf(share), locale),
    contracts: (volume: number) =>
      hidden
        ? `${HIDDEN_AMOUNT} ${t`contracts`}`
        : plural(volume, { one: "# contract", other: "# contracts" }),
    size: (volume: number) =>
      market === undefined
        ? NO_NUMBER
        : `${masked(formatAmount(baseText(volume, market.terms), locale))}\u00a0${market.base}`,
    side: (direction: "buy" | "sell") => (direction === "buy" ? t`Long` : t`Short`),
  };
}
