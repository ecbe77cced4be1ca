import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import type { SecondsResult } from "#protocol/seconds-settlement.ts";
import {
  formatMoney,
  formatPrice,
  formatSigned,
  formatTime,
  HIDDEN_AMOUNT,
  NO_NUMBER,
} from "../../lib/format.ts";
import { symbolText } from "../market/symbol-text.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { useSecondsWords } from "./use-seconds-words.ts";

export type RunningWords = ReturnType<typeof useRunningWords>;

/** Seconds contracts in words, as this person reads them; amounts hidden where they want that. */
export function useRunningWords() {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { locale } = i18n;
  const { side, odds } = useSecondsWords();
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
      const [market, call] = [symbolText(symbol), side(way)];
      return t`${market}, ${call}, ${time} s`;
    },
    money: (text: string, currency: string) => formatMoney(text, currency, locale, { hidden }),
    signed: (text: string, currency: string) =>
      `${hidden ? HIDDEN_AMOUNT : formatSigned(text, locale, 2)}\u00a0${currency}`,
    /** A price that a window of samples made: a digit more than the market's prices have. */
    price: (text: string | null, precision: number) =>
      text === null ? NO_NUMBER : formatPrice(text, precision + 1, locale),
    /** A sample of the index: two digits more. */
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
    /** What the outcome means, in a sentence. */
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
