import { formatAmount, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import { pow10 } from "#protocol/wire/rounding.ts";

/** A price in USDT as integer and decimals. */
export type Price = readonly [price: bigint, precision: number];
export type PriceOf = (flag: string) => Price | undefined;

const usdtScale = 8;

/** What so much is worth in USDT, as decimal text; null where the currency has no price. */
export function worthOf(
  money: { flag: string; amount: string } | null,
  priceOf: PriceOf,
): string | null {
  const minor = worthMinor(money, priceOf);
  return minor === undefined ? null : trimZeros(formatAmount(minor, usdtScale));
}

/**
 * Whether one operator alone may not approve it: with what single operators let through within a day it is worth more
 * than `limit` USDT, or of a worth that nobody knows now. Never where there is no limit, nor for what is not money.
 */
export function isAboveTwo(
  money: { flag: string; amount: string } | null,
  limit: string | null,
  priceOf: PriceOf,
  ofDay: readonly { flag: string; amount: string }[] = [],
): boolean {
  if (limit === null || money === null) return false;
  const most = parseAmount(limit, usdtScale) ?? 0n;
  let sum = 0n;
  for (const one of [money, ...ofDay]) {
    const worth = worthMinor(one, priceOf);
    if (worth === undefined) return true;
    sum += worth;
  }
  return sum > most;
}

/** Of 10^-8 USDT. */
function worthMinor(
  money: { flag: string; amount: string } | null,
  priceOf: PriceOf,
): bigint | undefined {
  const amount = money === null ? undefined : parseAmount(money.amount, usdtScale);
  const price = money === null ? undefined : priceOf(money.flag);
  return amount === undefined || price === undefined
    ? undefined
    : (amount * price[0]) / pow10(price[1]);
}
