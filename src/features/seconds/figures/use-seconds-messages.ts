import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { type SecondsOrder, secondsStatus } from "#protocol/api/seconds-order.ts";
import type { Direction, SecondsResult } from "#protocol/rules/seconds-settlement.ts";
import {
  NO_NUMBER,
  formatDateTime,
  formatMoney,
  formatPercent,
  formatPrice,
  formatRate,
  formatTime,
} from "../../../lib/format.ts";
import { percentOfFraction } from "../../market/feed/percent-of-fraction.ts";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";

/** Formats figures of seconds contracts in the person's language. */
export function useSecondsMessages(currency = "USDT") {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { locale } = i18n;
  return {
    /** A stake or what it returns. */
    money: (text: string) => formatMoney(text, currency, locale),
    /** An amount of the person's own, masked where amounts are hidden. */
    own: (text: string) => formatMoney(text, currency, locale, { hidden }),
    ownExact: (text: string) => formatMoney(text, currency, locale, { whole: true, hidden }),
    signed: (text: string) => formatMoney(text, currency, locale, { signed: true }),
    ownSigned: (text: string) => formatMoney(text, currency, locale, { signed: true, hidden }),
    /** Odds as the profit on a win: +95%. */
    odds: (fraction: string) =>
      formatPercent(percentOfFraction(fraction), locale, percentDecimals(fraction)),
    rate: (fraction: string, decimals = 2) =>
      formatRate(percentOfFraction(fraction), locale, decimals),
    points: (percent: number, decimals = 0) => formatRate(percent, locale, decimals),
    seconds: (time: number) => plural(time, { one: "# s", other: "# s" }),
    side: (direction: Direction) =>
      direction === "up"
        ? t({ context: "seconds contract", message: "Up" })
        : t({ context: "seconds contract", message: "Down" }),
    moment: (atMs: number) => formatDateTime(atMs, locale),
  };
}

/** Decimals for odds: none for whole percents. */
function percentDecimals(fraction: string): number {
  return Math.min(4, Math.max(0, (fraction.split(".")[1]?.replace(/0+$/, "").length ?? 0) - 2));
}

/** Messages about a seconds contract in the person's language, with hidden amounts masked. */
export function useSecondsOrderMessages() {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { locale } = i18n;
  const { side, odds } = useSecondsMessages();
  return {
    hidden,
    side,
    odds,
    /** Market, direction and duration: BTC/USDT, Up, 30 s. */
    name: ({
      symbol,
      direction: way,
      time,
    }: Pick<SecondsOrder, "symbol" | "direction" | "time">) => {
      const [market, call] = [symbolName(symbol), side(way)];
      return t`${market}, ${call}, ${time} s`;
    },
    money: (text: string, currency: string) => formatMoney(text, currency, locale, { hidden }),
    signed: (text: string, currency: string) =>
      formatMoney(text, currency, locale, { signed: true, hidden }),
    /** Every digit: for receipts and details. */
    exact: (text: string, currency: string) =>
      formatMoney(text, currency, locale, { whole: true, hidden }),
    /** A settlement price: one digit more than the prices of the market. */
    price: (text: string | null, precision: number) =>
      text === null ? NO_NUMBER : formatPrice(text, precision + 1, locale),
    /** A sample of the index: two digits more than the prices of the market. */
    sample: (text: string | null, precision: number) =>
      text === null ? NO_NUMBER : formatPrice(text, precision + 2, locale),
    /** A moment to the millisecond. */
    moment: (atMs: number) => formatTime(atMs, locale, { milliseconds: true }),
    outcome: (result: SecondsResult) => {
      switch (result) {
        case "win":
          return t`Won`;
        case "lose":
          return t`Lost`;
        case "draw":
          return t({ context: "seconds contract", message: "Equal" });
        case "void":
          return t({ context: "seconds contract", message: "Refunded" });
      }
    },
    /** What the outcome means. */
    why: ({
      result,
      direction: way,
      void_reason: reason,
    }: Pick<SecondsOrder, "result" | "direction" | "void_reason">) => {
      switch (result) {
        case "win":
          return way === "up" ? t`The exit is above the entry.` : t`The exit is below the entry.`;
        case "lose":
          return way === "up" ? t`The exit is below the entry.` : t`The exit is above the entry.`;
        case "draw":
          return t`Entry and exit are equal, so the stake came back.`;
        case "void":
          if (reason === "entry")
            return t`Prices for the entry are missing, so there was nothing to settle by. The stake came back.`;
          if (reason === "exit")
            return t`Prices for the exit are missing, so there was nothing to settle by. The stake came back.`;
          return t`It could not be settled, so the stake came back.`;
        case null:
          return "";
      }
    },
  };
}

/** The outcome of placing a contract, as a notice. */
export function useSecondsOutcomeMessage(): (order: SecondsOrder) => string {
  const { t } = useLingui();
  const messages = useSecondsOrderMessages();
  return (order) => {
    const name = messages.name(order);
    if (order.status === secondsStatus.inDelivery)
      return t`Accepted: ${name}. The entry price locks at ${messages.moment(order.t0)}.`;
    const outcome = order.result === null ? "" : messages.outcome(order.result);
    return t`Your contract was accepted and has ended: ${name}. ${outcome}.`;
  };
}
