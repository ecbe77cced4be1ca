import { parseNumber, toInputText } from "../../../lib/parse-number.ts";
import type { TicketDraft } from "./ticket-facts.ts";
import type { TicketPrefill } from "../orders/ticket-prefill.ts";

/** The ticket as typed, in the number format of the user's language. */
export interface TicketText extends Pick<TicketDraft, "side" | "type" | "tif" | "by"> {
  price: string;
  stopPrice: string;
  value: string;
  amount: string;
  /** Id of the order that this one replaces. */
  replaces: string | null;
}

export const noNumbers = { price: "", stopPrice: "", value: "", amount: "" } as const;

export const emptyTicket: TicketText = {
  side: "buy",
  type: "market",
  tif: "gtc",
  by: "value",
  replaces: null,
  ...noNumbers,
};

/** Writes every number of the ticket in another format. */
export function mapNumbers(text: TicketText, write: (number: string) => string): TicketText {
  return {
    ...text,
    price: write(text.price),
    stopPrice: write(text.stopPrice),
    value: write(text.value),
    amount: write(text.amount),
  };
}

/** The typed input as plain decimals. */
export function draftFrom(
  { side, type, tif, by, replaces, ...numbers }: TicketText,
  locale: string,
): TicketDraft {
  const plain = (text: string): string | null => {
    const parsed = parseNumber(text, locale);
    return parsed.ok ? parsed.value : null;
  };
  return {
    side,
    type,
    tif,
    by,
    price: plain(numbers.price),
    stopPrice: plain(numbers.stopPrice),
    value: plain(numbers.value),
    amount: plain(numbers.amount),
    ...(replaces !== null && { replaces }),
  };
}

/** A stored draft in the number format of a language. */
export function textFrom(
  { side, type, tif, by, replaces, ...numbers }: TicketDraft,
  locale: string,
): TicketText {
  const text = (plain: string | null) => (plain === null ? "" : toInputText(plain, locale));
  return {
    side,
    type,
    tif,
    by,
    price: text(numbers.price),
    stopPrice: text(numbers.stopPrice),
    value: text(numbers.value),
    amount: text(numbers.amount),
    replaces: replaces ?? null,
  };
}

/** A prefill in the number format of a language. Choices that it does not set stay as they are; numbers that it does not set are cleared. */
export function prefilledText(
  prefill: TicketPrefill,
  current: TicketText,
  locale: string,
): TicketText {
  const {
    side = current.side,
    type = current.type,
    tif = current.tif,
    price = null,
    stopPrice = null,
    value = null,
    amount = null,
    replaces,
  } = prefill;
  const by = amount !== null ? "amount" : value !== null ? "value" : current.by;
  return textFrom({ side, type, tif, by, price, stopPrice, value, amount, replaces }, locale);
}
