import type { WithdrawalQuote } from "#protocol/api/withdrawal.ts";

/** A quote this close to its expiry is renewed before it is confirmed, ms. */
const marginMs = 5000;

/** The terms a person confirms: if one changes, they have to accept again. */
export function termsOfQuote({
  kind,
  flag,
  network,
  address,
  memo,
  bank,
  amount,
  fee,
  arrival,
  total,
  rate,
  look_alike: known,
}: WithdrawalQuote): string {
  return JSON.stringify([
    kind,
    flag,
    network,
    address,
    memo,
    bank?.id ?? "",
    amount,
    fee,
    arrival,
    total,
    rate,
    known,
  ]);
}

/** Whether a quote is valid long enough to be confirmed. */
export function isUsable(
  { expire_time: end }: Pick<WithdrawalQuote, "expire_time">,
  now: number,
): boolean {
  return end - now > marginMs;
}

/** Whether a quote is for the request. This detects a venue, or an attacker between, that answers with another address. */
export function isOfRequest(
  quote: WithdrawalQuote,
  asked: {
    flag: string;
    network?: string | undefined;
    address?: string | undefined;
    memo?: string | undefined;
    bank_id?: string | undefined;
  },
): boolean {
  if (quote.flag !== asked.flag) return false;
  if (asked.bank_id !== undefined) return quote.kind === "bank" && quote.bank?.id === asked.bank_id;
  return (
    quote.kind === "coin" &&
    quote.network === asked.network &&
    quote.address === asked.address &&
    quote.memo === (asked.memo ?? "")
  );
}
