import { equityAt, type Exposure } from "./contract-risk.ts";
import { type ContractTerms, initialMargin, type Price } from "./contract-worth.ts";

/**
 * How much margin may be taken from a position: what is above its initial margin, and of that only what
 * its loss at the mark price does not need.
 */
export function removableMargin(
  exposure: Exposure,
  leverage: number,
  mark: Price,
  terms: ContractTerms,
): bigint {
  const equity = equityAt(exposure, mark, terms);
  const left =
    (equity < exposure.margin ? equity : exposure.margin) - initialMargin(exposure.cost, leverage);
  return left > 0n ? left : 0n;
}
