import { formatAmount, parseSigned, trimZeros } from "#protocol/wire/amount.ts";
import type { CoinFill, CoinOrder } from "#protocol/api/spot.ts";
import { billTypes, type Bill } from "#protocol/api/wallet.ts";
import { splitSymbol } from "../../market/feed/symbol-name.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

/** An amount of one currency, its code as people read it. */
export interface Sum {
  amount: string;
  flag: string;
}

/** Base and quote as people read them. */
export function flagsOf(order: Pick<CoinOrder, "symbol">): { base: string; quote: string } {
  const { base, quote } = splitSymbol(order.symbol);
  return { base: base.toUpperCase(), quote: quote.toUpperCase() };
}

/** What a waiting order still holds, and a cancel therefore brings back. */
export function setAside(order: Pick<CoinOrder, "symbol" | "side" | "frozen">): Sum {
  const { base, quote } = flagsOf(order);
  return { amount: order.frozen, flag: order.side === "buy" ? quote : base };
}

/** What several orders hold, one sum of each currency, in the order the currencies first appear. */
export function setAsideInAll(
  orders: readonly Pick<CoinOrder, "symbol" | "side" | "frozen">[],
): Sum[] {
  const sums = new Map<string, bigint>();
  for (const { amount, flag } of orders.map(setAside))
    sums.set(flag, (sums.get(flag) ?? 0n) + minor(amount));
  return [...sums]
    .filter(([, sum]) => sum > 0n)
    .map(([flag, sum]) => ({ flag, amount: text(sum) }));
}

/** What has not filled yet of a wanted quantity; null where a sum was wanted. */
export function leftOf(order: Pick<CoinOrder, "amount" | "filled_amount">): string | null {
  return order.amount === null ? null : text(minor(order.amount) - minor(order.filled_amount));
}

/** What the rest of a wanted quantity comes to at a price, without fees; null where a sum was wanted. */
export function worthAt(
  order: Pick<CoinOrder, "amount" | "filled_amount">,
  price: string,
): string | null {
  const left = leftOf(order);
  return left === null ? null : text((minor(left) * minor(price)) / 10n ** BigInt(scale));
}

/** How much of what was wanted has filled, from 0 to 1, for the eye alone: whole only when it is whole. */
export function filledShare(
  order: Pick<CoinOrder, "amount" | "value" | "filled_amount" | "filled_value" | "state">,
): number {
  if (order.state === "filled") return 1;
  const [wanted, met] =
    order.value === null
      ? [order.amount ?? "0", order.filled_amount]
      : [order.value, order.filled_value];
  const whole = minor(wanted);
  return whole > 0n ? Math.min(0.99, Number((minor(met) * 1000n) / whole) / 1000) : 0;
}

/** Fees as the one who came second (maker) and as the one who came first (taker); a role that filled nothing is left out. */
export function feesByRole(
  fills: readonly Pick<CoinFill, "role" | "fee">[],
): { role: CoinFill["role"]; fee: string }[] {
  return (["maker", "taker"] as const).flatMap((role) => {
    const own = fills.filter((fill) => fill.role === role);
    return own.length === 0
      ? []
      : [{ role, fee: text(own.reduce((sum, fill) => sum + minor(fill.fee), 0n)) }];
  });
}

/** What an order's entries set aside and brought back, in the currency it paid with. Null before they are known. */
export function movedBy(
  order: Pick<CoinOrder, "symbol" | "side">,
  bills: readonly Pick<Bill, "flag" | "type" | "amount">[],
): { aside: string; back: string } | null {
  const { base, quote } = flagsOf(order);
  const paidIn = order.side === "buy" ? quote : base;
  const own = bills.filter(({ flag }) => flag === paidIn);
  if (own.length === 0) return null;
  const aside = own.filter(
    ({ type, amount }) => type === billTypes.coinTrading && amount.startsWith("-"),
  );
  const back = own.filter(
    ({ type }) => type === billTypes.coinCancel || type === billTypes.coinSellRejected,
  );
  const total = (of: typeof own) => of.reduce((sum, { amount }) => sum + minor(amount), 0n);
  return { aside: text(-total(aside)), back: text(total(back)) };
}

/** Whether a decimal of the wire is more than nothing. */
export function isSome(decimal: string): boolean {
  return /[1-9]/.test(decimal);
}

function minor(decimal: string): bigint {
  return parseSigned(decimal, scale) ?? 0n;
}

function text(units: bigint): string {
  return trimZeros(formatAmount(units, scale));
}
