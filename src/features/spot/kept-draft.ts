import * as v from "valibot";
import { priceText } from "#protocol/amount.ts";
import { idText } from "#protocol/endpoint.ts";
import { orderTypes, timesInForce } from "#protocol/spot.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import type { TicketDraft } from "./ticket-form.ts";

/** Whatever was typed that is a number, also one that no market takes: it is judged where it is read. */
const number = v.nullable(priceText);

/** Drafts of earlier builds know market orders only. */
const schema = v.object({
  side: v.picklist(["buy", "sell"]),
  type: v.optional(v.picklist(orderTypes), "market"),
  tif: v.optional(v.picklist(timesInForce), "gtc"),
  by: v.picklist(["value", "amount"]),
  price: v.optional(number, null),
  stopPrice: v.optional(number, null),
  value: number,
  amount: number,
  replaces: v.optional(idText),
});

/** Keeps what was typed for a market as plain decimals: the same number in whatever language it is read again. */
export async function keepDraft(symbol: string, draft: TicketDraft): Promise<void> {
  const { side, type, tif, by, price, stopPrice, value, amount, replaces } = draft;
  if ([price, stopPrice, value, amount].every((text) => text === null)) await forget(keyOf(symbol));
  else
    await keep(keyOf(symbol), {
      side,
      type,
      tif,
      by,
      price,
      stopPrice,
      value,
      amount,
      ...(replaces !== undefined && { replaces }),
    });
}

export async function readDraft(symbol: string): Promise<TicketDraft | undefined> {
  const kept = v.safeParse(schema, await readKept(keyOf(symbol)));
  return kept.success ? kept.output : undefined;
}

function keyOf(symbol: string): string {
  return `draft:coin:${symbol}`;
}
