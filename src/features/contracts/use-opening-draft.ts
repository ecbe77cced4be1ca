import { useEffect, useEffectEvent, useRef, useState } from "react";
import { rewriteNumber } from "../../lib/parse-number.ts";
import { keepOpening, readOpening } from "./kept-opening.ts";
import { emptyOpening, type LastingDraft, mapOpening, noOrder, openingDraft, openingText, type OpeningText } from "./opening-text.ts";

const writeDelayMs = 400;

/** What is typed for a contract; size and price survive a reload, triggers do not: they belong to one order. */
export function useOpeningDraft(symbol: string, locale: string) {
  const [text, setText] = useState<OpeningText>(emptyOpening);
  const touched = useRef(false);
  const draft = openingDraft(text, locale);
  const [held, setHeld] = useState({ symbol, locale });
  if (held.symbol !== symbol) {
    setHeld({ symbol, locale });
    setText((current) => ({ ...current, ...noOrder, price: "" }));
  } else if (held.locale !== locale) {
    // What "1,234" says depends on the language: in another one the same number is written anew.
    setHeld({ symbol, locale });
    setText((current) => mapOpening(current, (number) => rewriteNumber(number, held.locale, locale)));
  }

  // An event: another language does not read the draft again.
  const restore = useEffectEvent((kept: LastingDraft) => setText((current) => openingText(kept, current, locale)));

  useEffect(() => {
    let current = true;
    touched.current = false;
    void readOpening(symbol).then((kept) => {
      if (current && !touched.current && kept) restore(kept);
    });
    return () => {
      current = false;
    };
  }, [symbol]);

  const { type, unit, price, size } = draft;
  useEffect(() => {
    if (!touched.current) return;
    const write = () => void keepOpening(symbol, { type, unit, price, size });
    const timer = setTimeout(write, writeDelayMs);
    // Whoever leaves at once has typed it all the same.
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [symbol, type, unit, price, size]);

  function change(changed: Partial<OpeningText>) {
    touched.current = true;
    setText((current) => ({ ...current, ...changed }));
  }

  /** After an outcome what belonged to that order goes; prices and choices stay for the next one. */
  return { text, draft, change, clear: () => change(noOrder) };
}
