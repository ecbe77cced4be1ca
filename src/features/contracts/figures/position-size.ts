import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { ContractTerms } from "#protocol/rules/contracts/contract-worth.ts";

/** Whole contracts in the base currency, plain decimal. */
export function baseText(volume: number, { size }: ContractTerms): string {
  return trimZeros(formatAmount(BigInt(volume) * size.value, size.scale));
}

/** A decimal with the other sign; what is nothing has none. */
export function negated(text: string): string {
  if (text.startsWith("-")) return text.slice(1);
  return /^[0.]*$/.test(text) ? text : `-${text}`;
}
