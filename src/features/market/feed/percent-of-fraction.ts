import { formatAmount, parseSigned } from "#protocol/wire/amount.ts";

/** A fraction ("0.0001") in exact percent units ("0.01…"); the input itself where it is not a decimal. */
export function percentOfFraction(fraction: string): string {
  const minor = parseSigned(fraction, 18);
  return minor === undefined ? fraction : formatAmount(minor, 16);
}
