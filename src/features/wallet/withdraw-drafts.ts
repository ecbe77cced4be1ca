import * as v from "valibot";
import { priceText } from "#protocol/amount.ts";
import { forget, keep, readKept } from "../../storage/device-store.ts";

const amount = v.fallback(v.nullable(priceText), null);
const schemas = {
  coin: v.object({
    flag: v.string(),
    network: v.string(),
    address: v.pipe(v.string(), v.maxLength(400)),
    memo: v.pipe(v.string(), v.maxLength(100)),
    amount,
  }),
  bank: v.object({ flag: v.string(), bankId: v.string(), amount }),
};

/** What was typed, the amount as a plain decimal (null where it is none). The password is no part of it. */
export type CoinDraft = v.InferOutput<typeof schemas.coin>;
export type BankDraft = v.InferOutput<typeof schemas.bank>;

interface Drafts {
  coin: CoinDraft;
  bank: BankDraft;
}

/** Keeps a draft; a logout forgets it. */
export function keepWithdrawDraft<Kind extends keyof Drafts>(
  kind: Kind,
  draft: Drafts[Kind],
): Promise<void> {
  return keep(keyOf(kind), draft);
}

export async function readCoinDraft(): Promise<CoinDraft | undefined> {
  const kept = v.safeParse(schemas.coin, await readKept(keyOf("coin")));
  return kept.success ? kept.output : undefined;
}

export async function readBankDraft(): Promise<BankDraft | undefined> {
  const kept = v.safeParse(schemas.bank, await readKept(keyOf("bank")));
  return kept.success ? kept.output : undefined;
}

export function forgetWithdrawDraft(kind: keyof Drafts): Promise<void> {
  return forget(keyOf(kind));
}

function keyOf(kind: keyof Drafts): string {
  return `draft:withdraw:${kind}`;
}
