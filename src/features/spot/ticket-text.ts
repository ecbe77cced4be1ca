import { parseNumber, toInputText } from "../../lib/parse-number.ts";
import type { TicketDraft } from "./ticket-form.ts";
import type { TicketWish } from "./ticket-wish-atom.ts";

/** The ticket as typed, in the person's own notation. */
export interface TicketText extends Pick<TicketDraft, "side" | "type" | "tif" | "by"> {
  price: string;
  stopPrice: string;
  value: string;
  amount: string;
  /** Id of the order that this one is to take the place of. */
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

/** Every number of the ticket, written otherwise. */
export function mapNumbers(text: TicketText, write: (number: string) => string): TicketText {
  return {
    ...text,
    price: write(text.price),
    stopPrice: write(text.stopPrice),
    value: write(text.value),
    amount: write(text.amount),
  };
}

/** What is typed, as plain decimals. */
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

/** A kept draft as it is written in a language. */
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

/** A wish in a language; what it leaves open stays as it was chosen, and no number does. */
export function wishedText(wish: TicketWish, current: TicketText, locale: string): TicketText {
  const {
    side = current.side,
    type = current.type,
    tif = current.tif,
    price = null,
    stopPrice = null,
    value = null,
    amount = null,
    replaces,
  } = wish;
  const by = amount !== null ? "amount" : value !== null ? "value" : current.by;
  return textFrom({ side, type, tif, by, price, stopPrice, value, amount, replaces }, locale);
}
