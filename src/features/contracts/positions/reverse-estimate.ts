import { closePart } from "#protocol/rules/contracts/contract-settlement.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { closeEstimate, type CloseEstimate } from "./close-estimate.ts";
import {
  exposureOf,
  previewOf,
  type ContractFacts,
  type Preview,
} from "../figures/contract-figures.ts";

/** The two legs of a reverse by the displayed book. */
export interface Reversal {
  close: CloseEstimate;
  open: Preview;
  /**
   * Whether what has to be set aside for the new side will be there: `no`, and the venue refuses, where even a
   * close at the best price does not bring it; `unsure` where only the walk through the book falls short. Null
   * where nobody can say.
   */
  covered: "yes" | "unsure" | "no" | null;
}

/** Closing a position whole and opening as many contracts the other way. */
export function reversalOf(position: ContractPosition, facts: ContractFacts): Reversal | undefined {
  const { market, bids, asks, available } = facts;
  const exposure = exposureOf(position);
  const levels = position.direction === "buy" ? bids : asks;
  if (levels.length === 0) return undefined;
  const close = closeEstimate(
    exposure,
    { volume: exposure.volume, limit: null },
    levels,
    market.lots,
    market.terms,
  );
  const open = previewOf(
    {
      direction: position.direction === "buy" ? "sell" : "buy",
      leverage: position.lever_rate,
      limit: null,
      volume: exposure.volume,
      tp: null,
      sl: null,
    },
    facts,
  );
  const { aside } = open;
  if (available === null || aside === null) return { close, open, covered: null };
  const best = closePart(
    exposure,
    exposure.volume,
    levels[0]?.price ?? 0n,
    contractRates.taker,
    market.terms,
  ).arrives;
  return {
    close,
    open,
    covered:
      available + best < aside ? "no" : available + close.both.arrives < aside ? "unsure" : "yes",
  };
}
