import { useState } from "react";
import { rewriteNumber } from "../../lib/parse-number.ts";
import { useKeptDraft } from "../platform/use-kept-draft.ts";
import { keepOpening, readOpening } from "./kept-opening.ts";
import {
  emptyOpening,
  mapOpening,
  noOrder,
  openingDraft,
  openingText,
  type OpeningText,
} from "./opening-text.ts";

const shelf = { read: readOpening, keep: keepOpening };

/** What is typed for a contract; size and price survive a reload, triggers do not: they belong to one order. */
export function useOpeningDraft(symbol: string, locale: string) {
  const [text, setText] = useState<OpeningText>(emptyOpening);
  const draft = openingDraft(text, locale);
  const [held, setHeld] = useState({ symbol, locale });
  if (held.symbol !== symbol) {
    setHeld({ symbol, locale });
    setText((current) => ({ ...current, ...noOrder, price: "" }));
  } else if (held.locale !== locale) {
    // What "1,234" says depends on the language: in another one the same number is written anew.
    setHeld({ symbol, locale });
    setText((current) =>
      mapOpening(current, (number) => rewriteNumber(number, held.locale, locale)),
    );
  }

  const { type, unit, price, size } = draft;
  const { touched } = useKeptDraft({
    shelf,
    of: symbol,
    draft: { type, unit, price, size },
    restore: (kept) => setText((current) => openingText(kept, current, locale)),
  });

  function change(changed: Partial<OpeningText>) {
    touched();
    setText((current) => ({ ...current, ...changed }));
  }

  /** After an outcome what belonged to that order goes; prices and choices stay for the next one. */
  return { text, draft, change, clear: () => change(noOrder) };
}
