import { parsePrice, parseSigned } from "#protocol/wire/amount.ts";
import { moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import { exposureOf, type ContractMarket } from "../figures/contract-figures.ts";
import { closeEstimate, type CloseEstimate } from "./close-estimate.ts";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import type { BookLevel } from "#protocol/rules/spot-fill.ts";

/** A close as typed, in plain decimals; empty where nothing is. */
export interface CloseDraft {
  type: "market" | "limit";
  volume: string;
  price: string;
}

export type CloseProblem =
  | "nothing-available"
  | "volume-missing"
  | "volume-zero"
  | "above-available"
  | "price-missing";

export interface CloseSummary {
  problem: CloseProblem | undefined;
  /** Contracts; undefined where there is no number. */
  volume: bigint | undefined;
  limit: bigint | null;
  /** Undefined where the book has nothing to reckon with. */
  estimate: CloseEstimate | undefined;
}

/** What a typed close would do by the displayed book. */
export function closeSummary(
  position: ContractPosition,
  draft: CloseDraft,
  market: ContractMarket,
  book: { bids: readonly BookLevel[]; asks: readonly BookLevel[] },
): CloseSummary {
  const volume = /^\d{1,15}$/.test(draft.volume) ? BigInt(draft.volume) : undefined;
  const limit =
    draft.type === "limit" ? (parsePrice(draft.price, market.terms.price) ?? null) : null;
  const problem = problemOf(position, draft, volume, limit);
  const levels = position.direction === "buy" ? book.bids : book.asks;
  const reckons =
    volume !== undefined &&
    volume > 0n &&
    volume <= BigInt(position.volume) &&
    (draft.type === "market" ? levels.length > 0 : limit !== null && limit > 0n);
  return {
    problem,
    volume,
    limit,
    estimate: reckons
      ? closeEstimate(exposureOf(position), { volume, limit }, levels, market.lots, market.terms)
      : undefined,
  };
}

/** Contracts in a share of those available, at least one. */
export function shareOfAvailable(available: number, percent: number): string {
  return available <= 0 ? "0" : String(Math.max(1, Math.floor((available * percent) / 100)));
}

function problemOf(
  position: ContractPosition,
  { type }: CloseDraft,
  volume: bigint | undefined,
  limit: bigint | null,
): CloseProblem | undefined {
  if (position.available <= 0) return "nothing-available";
  if (volume === undefined) return "volume-missing";
  if (volume === 0n) return "volume-zero";
  if (volume > BigInt(position.available)) return "above-available";
  return type === "limit" && (limit === null || limit <= 0n) ? "price-missing" : undefined;
}

/** Which positions a close of all means: winning or losing by the profit at the mark price. */
export type CloseAllWhich = "all" | "winning" | "losing";

/** A position with its profit at the mark price; null where no mark says it. */
export interface ProfitOf {
  position: ContractPosition;
  profit: bigint | null;
}

export function chosenToClose(
  positions: readonly ProfitOf[],
  which: CloseAllWhich,
): readonly ProfitOf[] {
  if (which === "all") return positions;
  return positions.filter(
    ({ profit }) => profit !== null && (which === "winning" ? profit > 0n : profit < 0n),
  );
}

/** What they win or lose together; null where of one it is not known. */
export function sumOfProfits(positions: readonly ProfitOf[]): bigint | null {
  return positions.reduce<bigint | null>(
    (sum, { profit }) => (sum === null || profit === null ? null : sum + profit),
    0n,
  );
}

/** Positions with their profit by the venue's mark price. */
export function withProfits(positions: readonly ContractPosition[]): readonly ProfitOf[] {
  return positions.map((position) => ({
    position,
    profit:
      position.profit_unreal === null
        ? null
        : (parseSigned(position.profit_unreal, moneyScale) ?? null),
  }));
}
