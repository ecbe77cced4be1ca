/** The facts of a notice, as the user reads them. */
import * as v from "valibot";
import type { Notice } from "#protocol/api/account.ts";
import { decimalText } from "#protocol/wire/amount.ts";
import { formatAmount, formatDateTime, formatMoney } from "../../../lib/format.ts";

/** Longest text of the venue that is shown. */
export const longestText = 600;

/** A fact as text, no longer than is shown of the venue's texts. */
export function textOf(fact: string | number | undefined): string {
  return fact === undefined ? "" : String(fact).slice(0, longestText);
}

/** A decimal fact in the user's number format, with all its digits; nothing where it is none. */
export function figureOf(fact: string | number | undefined, locale: string): string {
  const text = textOf(fact);
  return v.is(decimalText, text) ? formatAmount(text, locale) : "";
}

export function moneyOf(
  sum: string | number | undefined,
  currency: string | number | undefined,
  locale: string,
  form: { hidden: boolean; signed?: boolean },
): string {
  const text = textOf(sum);
  const code = textOf(currency).slice(0, 24);
  return v.is(decimalText, text) ? formatMoney(text, code, locale, form) : code;
}

/** With seconds, since a minute is at stake; nothing where the fact is no time. */
export function timeOf(fact: string | number | undefined, locale: string): string {
  return typeof fact === "number" && Number.isFinite(new Date(fact).getTime())
    ? formatDateTime(fact, locale)
    : "";
}

/** The amount in the facts: a request has its currency in `flag`, a stake in `currency`. */
export function amountOf(
  { amount, flag, currency }: Notice["facts"],
  locale: string,
  hidden: boolean,
): string {
  const code = textOf(flag ?? currency).slice(0, 24);
  return typeof amount === "string" && v.is(decimalText, amount)
    ? formatMoney(amount, code, locale, { hidden })
    : code;
}
