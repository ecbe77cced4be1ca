import { formatAmount, parseAmount, parsePrice, trimZeros } from "#protocol/amount.ts";
import { divideHalfUp } from "#protocol/rounding.ts";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { payoutMinor, resultOf, type SecondsResult } from "#protocol/seconds-settlement.ts";

/** Decimals of the stake's currency (rules.md, 6). */
const moneyScale = 8;

export interface RunningOutlook {
  /** What it would be if the exit were the price now. */
  result: Exclude<SecondsResult, "void">;
  payout: string;
  /** Signed. */
  net: string;
}

/** What a contract would pay if its exit were the latest price; undefined before the entry is made and without a fresh price. */
export function outlookOf(
  order: Pick<
    SecondsOrder,
    "direction" | "amount" | "odds" | "open_price" | "current_price" | "price_precision"
  >,
): RunningOutlook | undefined {
  const { price_precision: precision } = order;
  const latest =
    order.current_price === null ? undefined : parsePrice(order.current_price, precision + 2);
  const stake = parseAmount(order.amount, moneyScale);
  if (order.open_price === null || latest === undefined || stake === undefined) return undefined;
  // As the exit would be rounded: what is equal then must not look won now.
  const exit = formatAmount(divideHalfUp(latest, 10n), precision + 1);
  const result = resultOf(order.direction, order.open_price, exit, precision);
  if (result === "void") return undefined;
  const payout = payoutMinor(result, stake, order.odds);
  return { result, payout: text(payout), net: text(payout - stake) };
}

/** What a right call pays, stake included, and the profit in it; undefined where the wire's figures are none. */
export function ifRight({
  amount,
  odds,
}: Pick<SecondsOrder, "amount" | "odds">): { payout: string; profit: string } | undefined {
  const stake = parseAmount(amount, moneyScale);
  if (stake === undefined) return undefined;
  const payout = payoutMinor("win", stake, odds);
  return { payout: text(payout), profit: text(payout - stake) };
}

/** Payout less stake of a closed contract, signed; undefined while it runs. */
export function netOf({
  payout,
  amount,
}: Pick<SecondsOrder, "payout" | "amount">): string | undefined {
  const [back, stake] = [
    payout === null ? undefined : parseAmount(payout, moneyScale),
    parseAmount(amount, moneyScale),
  ];
  return back === undefined || stake === undefined ? undefined : text(back - stake);
}

function text(minor: bigint): string {
  return trimZeros(formatAmount(minor, moneyScale));
}
