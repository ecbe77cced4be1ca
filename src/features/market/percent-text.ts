import { formatAmount, parseSigned } from "#protocol/amount.ts";

/** A fraction of the wire ("0.0001") in percent units ("0.01…"), exactly; the text itself where it is no decimal. */
export function percentText(fraction: string): string {
  const minor = parseSigned(fraction, 18);
  return minor === undefined ? fraction : formatAmount(minor, 16);
}
