import { parseNumber, toInputText } from "../../lib/parse-number.ts";
import type { TicketDraft } from "./ticket-form.ts";

/** The ticket as typed, in the person's own notation. */
export interface TicketText extends Pick<TicketDraft, "side" | "type" | "tif" | "by"> {
  price: string;
  stopPrice: string;
  value: string;
  amount: string;
}

export const noNumbers = { price: "", stopPrice: "", value: "", amount: "" } as const;

export const emptyTicket: TicketText = { side: "buy", type: "market", tif: "gtc", by: "value", ...noNumbers };

/** Every number of the ticket, written otherwise. */
export function mapNumbers(text: TicketText, write: (number: string) => string): TicketText {
  return { ...text, price: write(text.price), stopPrice: write(text.stopPrice), value: write(text.value), amount: write(text.amount) };
}

/** What is typed, as plain decimals. */
export function draftFrom({ side, type, tif, by, ...numbers }: TicketText, locale: string): TicketDraft {
  const plain = (text: string): string | null => {
    const parsed = parseNumber(text, locale);
    return parsed.ok ? parsed.value : null;
  };
  return { side, type, tif, by, price: plain(numbers.price), stopPrice: plain(numbers.stopPrice), value: plain(numbers.value), amount: plain(numbers.amount) };
}

/** A kept draft as it is written in a language. */
export function textFrom({ side, type, tif, by, ...numbers }: TicketDraft, locale: string): TicketText {
  const text = (plain: string | null) => (plain === null ? "" : toInputText(plain, locale));
  return { side, type, tif, by, price: text(numbers.price), stopPrice: text(numbers.stopPrice), value: text(numbers.value), amount: text(numbers.amount) };
}
