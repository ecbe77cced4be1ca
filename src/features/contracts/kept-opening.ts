import * as v from "valibot";
import { priceText } from "#protocol/amount.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import type { LastingDraft } from "./opening-text.ts";

/** Whatever was typed that is a number, also one that no contract takes: it is judged where it is read. */
const number = v.nullable(priceText);

const schema = v.object({
  type: v.picklist(["market", "limit"]),
  unit: v.picklist(["contracts", "base", "quote"]),
  price: number,
  size: number,
});

/** Keeps what was typed for a contract as plain decimals: the same number in whatever language it is read again. */
export async function keepOpening(
  symbol: string,
  { type, unit, price, size }: LastingDraft,
): Promise<void> {
  if (price === null && size === null) await forget(keyOf(symbol));
  else await keep(keyOf(symbol), { type, unit, price, size });
}

export async function readOpening(symbol: string): Promise<LastingDraft | undefined> {
  const kept = v.safeParse(schema, await readKept(keyOf(symbol)));
  return kept.success ? kept.output : undefined;
}

function keyOf(symbol: string): string {
  return `draft:contract:${symbol}`;
}
