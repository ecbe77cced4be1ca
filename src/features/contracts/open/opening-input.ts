import { parseNumber, toInputText } from "../../../lib/parse-number.ts";
import type { OpeningDraft, SizeUnit, TypedEntry } from "./opening-numbers.ts";
import type { TriggerUnit } from "../figures/tpsl-convert.ts";

/** The ticket as typed, in the person's own notation. */
export interface OpeningText {
  type: "market" | "limit";
  unit: SizeUnit;
  price: string;
  size: string;
  /** Take profit and stop loss stand in the form. */
  withTriggers: boolean;
  tp: string;
  sl: string;
  tpUnit: TriggerUnit;
  slUnit: TriggerUnit;
  triggerBy: "mark" | "last";
}

/** What belongs to one order and is gone with it, or with its market. */
export const noOrder = { size: "", tp: "", sl: "" } as const;

export const emptyOpening: OpeningText = {
  type: "market",
  unit: "base",
  price: "",
  withTriggers: false,
  tpUnit: "price",
  slUnit: "price",
  triggerBy: "mark",
  ...noOrder,
};

/** Every number of the ticket, written otherwise. */
export function mapOpening(text: OpeningText, write: (number: string) => string): OpeningText {
  return {
    ...text,
    price: write(text.price),
    size: write(text.size),
    tp: write(text.tp),
    sl: write(text.sl),
  };
}

/** What is typed, as plain decimals. */
export function openingDraft(text: OpeningText, locale: string): OpeningDraft {
  const plain = (typed: string): string | null => {
    const parsed = parseNumber(typed, locale);
    return parsed.ok ? parsed.value : null;
  };
  const entry = (typed: string, unit: TriggerUnit): TypedEntry | null =>
    text.withTriggers && typed.trim() !== "" ? { unit, value: plain(typed) } : null;
  const { type, unit, triggerBy } = text;
  return {
    type,
    unit,
    price: plain(text.price),
    size: plain(text.size),
    tp: entry(text.tp, text.tpUnit),
    sl: entry(text.sl, text.slUnit),
    triggerBy,
  };
}

/** The part of a draft that is stored: never its triggers, which belong to one order. */
export type LastingDraft = Pick<OpeningDraft, "type" | "unit" | "price" | "size">;

/** A kept draft as it is written in a language. */
export function openingText(
  { type, unit, price, size }: LastingDraft,
  current: OpeningText,
  locale: string,
): OpeningText {
  const text = (plain: string | null) => (plain === null ? "" : toInputText(plain, locale));
  return { ...current, type, unit, price: text(price), size: text(size) };
}
