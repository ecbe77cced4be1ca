import { useState } from "react";
import * as v from "valibot";
import { priceText } from "#protocol/wire/amount.ts";
import { rewriteNumber } from "../../../lib/parse-number.ts";
import { usePersistedDraft } from "../../platform/forms/use-persisted-draft.ts";
import {
  emptyOpening,
  mapOpening,
  noOrder,
  openingDraft,
  openingText,
  type OpeningText,
  type LastingDraft,
} from "./opening-input.ts";
import { stored } from "../../../storage/stored.ts";

const draftStore = { read: readOpening, keep: keepOpening };

/** The typed input for a contract. Size and price survive a reload; triggers do not, since they belong to one order. */
export function useOpeningDraft(symbol: string, locale: string) {
  const [text, setText] = useState<OpeningText>(emptyOpening);
  const draft = openingDraft(text, locale);
  const [held, setHeld] = useState({ symbol, locale });
  if (held.symbol !== symbol) {
    setHeld({ symbol, locale });
    setText((current) => ({ ...current, ...noOrder, price: "" }));
  } else if (held.locale !== locale) {
    // The meaning of "1,234" depends on the language, so the number is written again in another one.
    setHeld({ symbol, locale });
    setText((current) =>
      mapOpening(current, (number) => rewriteNumber(number, held.locale, locale)),
    );
  }

  const { type, unit, price, size } = draft;
  const { touched } = usePersistedDraft({
    store: draftStore,
    of: symbol,
    draft: { type, unit, price, size },
    restore: (found) => setText((current) => openingText(found, current, locale)),
  });

  function change(changed: Partial<OpeningText>) {
    touched();
    setText((current) => ({ ...current, ...changed }));
  }

  /** After an outcome, size and triggers are cleared; price and choices stay for the next order. */
  return { text, draft, change, clear: () => change(noOrder) };
}

/** Any typed number, also one that is not valid for the contract: the form checks it. */
const number = v.nullable(priceText);

const drafts = stored(
  "draft:contract:{symbol}",
  v.object({
    type: v.picklist(["market", "limit"]),
    unit: v.picklist(["contracts", "base", "quote"]),
    price: number,
    size: number,
  }),
);

/** Stores the input for a contract as plain decimals, which are independent of the language. */
export async function keepOpening(
  symbol: string,
  { type, unit, price, size }: LastingDraft,
): Promise<void> {
  if (price === null && size === null) await drafts.remove(symbol);
  else await drafts.write({ type, unit, price, size }, symbol);
}

export function readOpening(symbol: string): Promise<LastingDraft | undefined> {
  return drafts.read(symbol);
}
