import { useEffect, useEffectEvent, useRef, useState } from "react";
import { parseNumber, rewriteNumber, toInputText } from "../../lib/parse-number.ts";
import { keepDraft, readDraft } from "./kept-draft.ts";
import type { TicketDraft } from "./ticket-form.ts";

/** The ticket as typed, in the person's own notation. */
export interface TicketText {
  side: "buy" | "sell";
  by: "value" | "amount";
  value: string;
  amount: string;
}

const writeDelayMs = 400;
const empty: TicketText = { side: "buy", by: "value", value: "", amount: "" };

/** What is typed for a market; survives reload, and comes back as the same number. */
export function useTicketDraft(symbol: string, locale: string) {
  const [text, setText] = useState<TicketText>(empty);
  const touched = useRef(false);
  const draft: TicketDraft = { side: text.side, by: text.by, value: plainOf(text.value, locale), amount: plainOf(text.amount, locale) };
  const [heldSymbol, setHeldSymbol] = useState(symbol);
  if (heldSymbol !== symbol) {
    setHeldSymbol(symbol);
    setText((current) => ({ ...empty, side: current.side, by: current.by }));
  }

  // What "1,234" says depends on the language: in another one the same number is written anew.
  const [heldLocale, setHeldLocale] = useState(locale);
  if (heldLocale !== locale) {
    setHeldLocale(locale);
    setText((current) => ({ ...current, value: rewriteNumber(current.value, heldLocale, locale), amount: rewriteNumber(current.amount, heldLocale, locale) }));
  }

  // An event: another language does not read the draft again.
  const restore = useEffectEvent((kept: TicketDraft) => {
    setText({ side: kept.side, by: kept.by, value: textOf(kept.value, locale), amount: textOf(kept.amount, locale) });
  });

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

  const { side, by, value, amount } = draft;
  useEffect(() => {
    if (!touched.current) return;
    const timer = setTimeout(() => void keepDraft(symbol, { side, by, value, amount }), writeDelayMs);
    return () => clearTimeout(timer);
  }, [symbol, side, by, value, amount]);

  return {
    text,
    draft,
    change: (change: Partial<TicketText>) => {
      touched.current = true;
      setText((current) => ({ ...current, ...change }));
    },
    /** After an outcome: the numbers go, the side stays. */
    clear: () => {
      touched.current = true;
      setText((current) => ({ ...current, value: "", amount: "" }));
    },
  };
}

function plainOf(text: string, locale: string): string | null {
  const parsed = parseNumber(text, locale);
  return parsed.ok ? parsed.value : null;
}

function textOf(plain: string | null, locale: string): string {
  return plain === null ? "" : toInputText(plain, locale);
}
