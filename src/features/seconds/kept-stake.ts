import * as v from "valibot";
import { priceText } from "#protocol/amount.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";
import type { StakeDraft } from "./stake-form.ts";

const schema = v.object({
  time: v.nullable(v.pipe(v.number(), v.safeInteger())),
  /** Whatever was typed that is a number, also one that no contract takes: it is judged where it is read. */
  stake: v.nullable(priceText),
});

/** Keeps what was typed for a market as a plain decimal: the same number in whatever language it is read again. */
export async function keepStake(symbol: string, { time, stake }: StakeDraft): Promise<void> {
  if (time === null && stake === null) await forget(keyOf(symbol));
  else await keep(keyOf(symbol), { time, stake });
}

export async function readStake(symbol: string): Promise<StakeDraft | undefined> {
  const kept = v.safeParse(schema, await readKept(keyOf(symbol)));
  return kept.success ? kept.output : undefined;
}

function keyOf(symbol: string): string {
  return `draft:second:${symbol}`;
}
