import type { ContractPosition } from "#protocol/perpetual.ts";
import { closeEstimate, type CloseEstimate } from "./close-estimate.ts";
import { exposureOf, previewOf, type ContractFacts, type Preview } from "./contract-figures.ts";

/** The two legs of a reverse by the displayed book. */
export interface Reversal {
  close: CloseEstimate;
  open: Preview;
  /** What has to be set aside for the new side is there, once the old one has come back; null where nobody can say. */
  isCovered: boolean | null;
}

/** Closing a position whole and opening as many contracts the other way. */
export function reversalOf(position: ContractPosition, facts: ContractFacts): Reversal | undefined {
  const { market, bids, asks, available } = facts;
  const exposure = exposureOf(position);
  const levels = position.direction === "buy" ? bids : asks;
  if (levels.length === 0) return undefined;
  const close = closeEstimate(exposure, { volume: exposure.volume, limit: null }, levels, market.lots, market.terms);
  const open = previewOf({ direction: position.direction === "buy" ? "sell" : "buy", leverage: position.lever_rate, limit: null, volume: exposure.volume, tp: null, sl: null }, facts);
  const isCovered = available === null || open.aside === null ? null : available + close.both.arrives >= open.aside;
  return { close, open, isCovered };
}
