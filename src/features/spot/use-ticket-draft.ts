import { useEffect, useEffectEvent, useRef, useState } from "react";
import { rewriteNumber } from "../../lib/parse-number.ts";
import { keepDraft, readDraft } from "./kept-draft.ts";
import type { TicketDraft } from "./ticket-form.ts";
import { draftFrom, emptyTicket, mapNumbers, noNumbers, textFrom, wishedText, type TicketText } from "./ticket-text.ts";
import type { TicketWish } from "./ticket-wish-atom.ts";

const writeDelayMs = 400;

/** What is typed for a market; survives reload, and comes back as the same number. */
export function useTicketDraft(symbol: string, locale: string) {
  const [text, setText] = useState<TicketText>(emptyTicket);
  const touched = useRef(false);
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
    setText((current) => mapNumbers(current, (number) => rewriteNumber(number, heldLocale, locale)));
  }

  // An event: another language does not read the draft again.
  const restore = useEffectEvent((kept: TicketDraft) => setText(textFrom(kept, locale)));

  useEffect(() => {
    let current = true;
    touched.current = false;
    void readDraft(symbol).then((kept) => {
      if (current && !touched.current && kept) restore(kept);
    });
    return () => {
      current = false;
    };
  }, [symbol]);

  const { side, type, tif, by, price, stopPrice, value, amount, replaces } = draft;
  useEffect(() => {
    if (!touched.current) return;
    const write = () => void keepDraft(symbol, { side, type, tif, by, price, stopPrice, value, amount, replaces });
    const timer = setTimeout(write, writeDelayMs);
    // Whoever leaves at once has typed it all the same.
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [symbol, side, type, tif, by, price, stopPrice, value, amount, replaces]);

  return {
    text,
    draft,
    change: (change: Partial<TicketText>) => {
      touched.current = true;
      setText((current) => ({ ...current, ...change }));
    },
    /** Another part of the screen says what is to stand here. */
    take: (wish: TicketWish) => {
      touched.current = true;
      setText((current) => wishedText(wish, current, locale));
    },
    /** After an outcome the quantity goes; prices and choices stay for the next order. */
    clear: () => {
      touched.current = true;
      setText((current) => ({ ...current, value: "", amount: "", replaces: null }));
    },
  };
}
