import type { WithdrawalQuote } from "#protocol/withdrawal.ts";

/** A quote this near its end is asked for anew before it is confirmed, ms. */
const marginMs = 5000;

/** What a person agrees to when they confirm: where one of these is other, they look again. */
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

/** Whether a quote holds long enough to be confirmed. */
export function holds(
  { expire_time: end }: Pick<WithdrawalQuote, "expire_time">,
  now: number,
): boolean {
  return end - now > marginMs;
}

/** Whether an echo is of what was asked for: a venue, or somebody on the way, that answers with another address is not followed. */
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
