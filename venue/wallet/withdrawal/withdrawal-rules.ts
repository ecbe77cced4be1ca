/** What a withdrawal costs and whether its amount will do: facts in, figures or a refusal out. */
import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, maxMinor, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import { reckon, type Reckoning } from "#protocol/rules/withdrawal-fee.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Terms } from "../channels/withdrawal-terms.ts";

/**
 * The amount in minor units, and what it costs.
 * @param usedToday what left by this way today
 * @throws Refusal invalidParameters `amount` for more decimals than the way takes (`precision`),
 *   more than one withdrawal (`max`) or the day (`day_left`) may be; belowMinWithdrawal with `min`
 */
export function checkAmount(terms: Terms, text: string, usedToday: bigint): Reckoning {
  const decimal = (minor: bigint) => trimZeros(formatAmount(minor, terms.scale));
  const most = terms.max ?? maxMinor;
  if ((text.split(".")[1] ?? "").length > terms.precision)
    throw new Refusal(codes.invalidParameters, { field: "amount", precision: terms.precision });
  const amount = parseAmount(text, terms.scale);
  if (amount === undefined)
    throw new Refusal(codes.invalidParameters, { field: "amount", max: decimal(most) });
  const reckoning = reckon(terms, amount);
  if (amount < terms.min || reckoning.total <= reckoning.fee)
    throw new Refusal(codes.belowMinWithdrawal, { min: decimal(terms.min) });
  if (amount > most || reckoning.total > maxMinor)
    throw new Refusal(codes.invalidParameters, { field: "amount", max: decimal(most) });
  const left = dayLeft(terms, usedToday);
  if (left !== null && amount > left)
    throw new Refusal(codes.invalidParameters, { field: "amount", day_left: decimal(left) });
  return reckoning;
}

/** What may still leave today by this way, minor units; null where nothing limits it. */
export function dayLeft({ dayMax }: Pick<Terms, "dayMax">, usedToday: bigint): bigint | null {
  if (dayMax === null) return null;
  return dayMax > usedToday ? dayMax - usedToday : 0n;
}
