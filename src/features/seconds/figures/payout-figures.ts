import { formatAmount, parseAmount, parsePrice, trimZeros } from "#protocol/wire/amount.ts";
import { divideHalfUp } from "#protocol/wire/rounding.ts";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { payoutMinor, resultOf, type SecondsResult } from "#protocol/rules/seconds-settlement.ts";

/** Decimals of the currency of stakes (rules.md, 6). */
export const stakeScale = 8;
/** Decimals a stake is typed with: cents. */
export const stakeDecimals = 2;

export interface RunningOutlook {
  /** The result if the exit were the present price. */
  result: Exclude<SecondsResult, "void">;
  payout: string;
  /** Signed. */
  net: string;
}

/** The payout of a contract if its exit were the latest price; undefined before the entry and without a fresh price. */
export function outlookOf(
  order: Pick<
    SecondsOrder,
    "direction" | "amount" | "odds" | "open_price" | "current_price" | "price_precision"
  >,
): RunningOutlook | undefined {
  const { price_precision: precision } = order;
  const latest =
    order.current_price === null ? undefined : parsePrice(order.current_price, precision + 2);
  const stake = parseAmount(order.amount, stakeScale);
  if (order.open_price === null || latest === undefined || stake === undefined) return undefined;
  // Rounded like an exit, so that a draw does not appear as a win.
  const exit = formatAmount(divideHalfUp(latest, 10n), precision + 1);
  const result = resultOf(order.direction, order.open_price, exit, precision);
  if (result === "void") return undefined;
  const payout = payoutMinor(result, stake, order.odds);
  return { result, payout: toText(payout), net: toText(payout - stake) };
}

/** Payout (stake included) and profit of a won contract; undefined where the amount is malformed. */
export function ifRight({
  amount,
  odds,
}: Pick<SecondsOrder, "amount" | "odds">): { payout: string; profit: string } | undefined {
  const stake = parseAmount(amount, stakeScale);
  if (stake === undefined) return undefined;
  const payout = payoutMinor("win", stake, odds);
  return { payout: toText(payout), profit: toText(payout - stake) };
}

/** Payout less stake of a closed contract, signed; undefined while it runs. */
export function netOf({
  payout,
  amount,
}: Pick<SecondsOrder, "payout" | "amount">): string | undefined {
  const [back, stake] = [
    payout === null ? undefined : parseAmount(payout, stakeScale),
    parseAmount(amount, stakeScale),
  ];
  return back === undefined || stake === undefined ? undefined : toText(back - stake);
}

function toText(minor: bigint): string {
  return trimZeros(formatAmount(minor, stakeScale));
}
