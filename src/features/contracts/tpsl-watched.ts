import type { Price } from "#protocol/contract-worth.ts";
import type { ContractFacts } from "./contract-figures.ts";

/** The last price as triggers by it are compared. */
export function lastPrice({ last, market }: ContractFacts): Price | null {
  return last === null ? null : { value: last, scale: market.terms.price };
}
