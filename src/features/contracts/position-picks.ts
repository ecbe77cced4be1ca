import { formatAmount } from "#protocol/amount.ts";
import type { ContractFacts } from "./contract-figures.ts";

/** Prices that a field can take over, as plain decimals. */
export function positionPicks({
  last,
  bids,
  asks,
  market,
}: ContractFacts): { id: "last" | "bid" | "ask"; price: string | undefined }[] {
  const text = (ticks: bigint | null | undefined) =>
    ticks === null || ticks === undefined ? undefined : formatAmount(ticks, market.terms.price);
  return [
    { id: "last", price: text(last) },
    { id: "bid", price: text(bids[0]?.price) },
    { id: "ask", price: text(asks[0]?.price) },
  ];
}
