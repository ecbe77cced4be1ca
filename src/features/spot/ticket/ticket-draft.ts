import { useState } from "react";
import * as v from "valibot";
import { priceText } from "#protocol/wire/amount.ts";
import { idText } from "#protocol/api/endpoint.ts";
import { orderTypes, timesInForce } from "#protocol/api/spot.ts";
import { rewriteNumber } from "../../../lib/parse-number.ts";
import { usePersistedDraft } from "../../platform/forms/use-persisted-draft.ts";
import {
  draftFrom,
  emptyTicket,
  mapNumbers,
  noNumbers,
  textFrom,
  prefilledText,
  type TicketText,
} from "./ticket-input.ts";
import type { TicketPrefill } from "../orders/ticket-prefill.ts";
import { stored } from "../../../storage/stored.ts";
import type { TicketDraft } from "./ticket-facts.ts";

const draftStore = { read: readDraft, keep: keepDraft };

/** The typed input for a market. It survives a reload, with the same numbers in any language. */
export function useTicketDraft(symbol: string, locale: string) {
  const [text, setText] = useState<TicketText>(emptyTicket);
  const draft = draftFrom(text, locale);
  const [heldSymbol, setHeldSymbol] = useState(symbol);
  if (heldSymbol !== symbol) {
    setHeldSymbol(symbol);
    setText((current) => ({ ...current, ...noNumbers, replaces: null }));
  }

  // The meaning of "1,234" depends on the language, so the number is written again in another one.
  const [heldLocale, setHeldLocale] = useState(locale);
  if (heldLocale !== locale) {
    setHeldLocale(locale);
    setText((current) =>
      mapNumbers(current, (number) => rewriteNumber(number, heldLocale, locale)),
    );
  }

  const { touched } = usePersistedDraft({
    store: draftStore,
    of: symbol,
    draft,
    restore: (found) => setText(textFrom(found, locale)),
  });

  return {
    text,
    draft,
    change: (change: Partial<TicketText>) => {
      touched();
      setText((current) => ({ ...current, ...change }));
    },
    /** Another part of the screen fills the ticket. */
    take: (prefill: TicketPrefill) => {
      touched();
      setText((current) => prefilledText(prefill, current, locale));
    },
    /** After an outcome the quantity is cleared; prices and choices stay for the next order. */
    clear: () => {
      touched();
      setText((current) => ({ ...current, value: "", amount: "", replaces: null }));
    },
  };
}

/** Any typed number, also one that is not valid for the market: the form checks it. */
const number = v.nullable(priceText);

/** Drafts of earlier builds know market orders only. */
const drafts = stored(
  "draft:coin:{symbol}",
  v.object({
    side: v.picklist(["buy", "sell"]),
    type: v.optional(v.picklist(orderTypes), "market"),
    tif: v.optional(v.picklist(timesInForce), "gtc"),
    by: v.picklist(["value", "amount"]),
    price: v.optional(number, null),
    stopPrice: v.optional(number, null),
    value: number,
    amount: number,
    replaces: v.optional(idText),
  }),
);

/** Stores the input for a market as plain decimals, which are independent of the language. */
export async function keepDraft(symbol: string, draft: TicketDraft): Promise<void> {
  const { side, type, tif, by, price, stopPrice, value, amount, replaces } = draft;
  if ([price, stopPrice, value, amount].every((text) => text === null)) await drafts.remove(symbol);
  else
    await drafts.write(
      {
        side,
        type,
        tif,
        by,
        price,
        stopPrice,
        value,
        amount,
        ...(replaces !== undefined && { replaces }),
      },
      symbol,
    );
}

export function readDraft(symbol: string): Promise<TicketDraft | undefined> {
  return drafts.read(symbol);
}
