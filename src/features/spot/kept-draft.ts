import * as v from "valibot";
import { amountText } from "#protocol/amount.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import type { TicketDraft } from "./ticket-form.ts";

const schema = v.object({
  side: v.picklist(["buy", "sell"]),
  by: v.picklist(["value", "amount"]),
  value: v.nullable(amountText),
  amount: v.nullable(amountText),
});

/** Keeps what was typed for a market as plain decimals: the same number in whatever language it is read again. */
export async function keepDraft(symbol: string, draft: TicketDraft): Promise<void> {
  if (draft.value === null && draft.amount === null) await forget(keyOf(symbol));
  else await keep(keyOf(symbol), draft);
}

export async function readDraft(symbol: string): Promise<TicketDraft | undefined> {
  const kept = v.safeParse(schema, await readKept(keyOf(symbol)));
  return kept.success ? kept.output : undefined;
}

function keyOf(symbol: string): string {
  return `draft:coin:${symbol}`;
}
