import { formatAmount, parseSigned } from "#protocol/wire/amount.ts";
import { divideDown, pow10 } from "#protocol/wire/rounding.ts";
import {
  type ContractTerms,
  costOf,
  initialMargin,
  moneyScale,
} from "#protocol/rules/contracts/contract-worth.ts";
import type { ClosedPosition } from "#protocol/api/contracts.ts";
import { priceFrom } from "../figures/contract-figures.ts";

/** Net result of the initial margin, in percent as plain decimal; null where there was none. */
export function closedRoi(closed: ClosedPosition, terms: ContractTerms): string | null {
  const entry = priceFrom(closed.cost_open);
  const net = parseSigned(closed.net, moneyScale);
  if (entry === null || net === undefined) return null;
  const margin = initialMargin(
    costOf(BigInt(closed.volume), entry.value, { ...terms, price: entry.scale }),
    closed.lever_rate,
  );
  return margin === 0n ? null : formatAmount(divideDown(net * pow10(4), margin), 2);
}
