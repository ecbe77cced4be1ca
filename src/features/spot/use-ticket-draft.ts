import { useState } from "react";
import { rewriteNumber } from "../../lib/parse-number.ts";
import { useKeptDraft } from "../platform/use-kept-draft.ts";
import { keepDraft, readDraft } from "./kept-draft.ts";
import {
  draftFrom,
  emptyTicket,
  mapNumbers,
  noNumbers,
  textFrom,
  wishedText,
  type TicketText,
} from "./ticket-text.ts";
import type { TicketWish } from "./ticket-wish-atom.ts";

const shelf = { read: readDraft, keep: keepDraft };

/** What is typed for a market; survives reload, and comes back as the same number. */
export function useTicketDraft(symbol: string, locale: string) {
  const [text, setText] = useState<TicketText>(emptyTicket);
  const draft = draftFrom(text, locale);
  const [heldSymbol, setHeldSymbol] = useState(symbol);
  if (heldSymbol !== symbol) {
    setHeldSymbol(symbol);
    setText((current) => ({ ...current, ...noNumbers, replaces: null }));
  }

  // What "1,234" says depends on the language: in another one the same number is written anew.
  const [heldLocale, setHeldLocale] = useState(locale);
  if (heldLocale !== locale) {
    setHeldLocale(locale);
    setText((current) =>
      mapNumbers(current, (number) => rewriteNumber(number, heldLocale, locale)),
    );
  }

  const { touched } = useKeptDraft({
    shelf,
    of: symbol,
    draft,
    restore: (kept) => setText(textFrom(kept, locale)),
  });

  return {
    text,
    draft,
    change: (change: Partial<TicketText>) => {
      touched();
      setText((current) => ({ ...current, ...change }));
    },
    /** Another part of the screen says what is to stand here. */
    take: (wish: TicketWish) => {
      touched();
      setText((current) => wishedText(wish, current, locale));
    },
    /** After an outcome the quantity goes; prices and choices stay for the next order. */
    clear: () => {
      touched();
      setText((current) => ({ ...current, value: "", amount: "", replaces: null }));
    },
  };
}
