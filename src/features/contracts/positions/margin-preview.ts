import { type Exposure, removableMargin } from "#protocol/rules/contracts/contract-risk.ts";
import type { ContractTerms, Price } from "#protocol/rules/contracts/contract-worth.ts";
import { figuresOf, parseMoney, type PositionFigures } from "../figures/contract-figures.ts";

export type MarginAction = "add" | "remove";
export type MarginProblem = "missing" | "zero" | "above-available" | "above-removable" | "no-mark";

export interface MarginPreview {
  amount: bigint | undefined;
  problem: MarginProblem | undefined;
  /** The most that may be moved; null where it is not known. */
  most: bigint | null;
  /** The position after it; undefined where there is nothing to reckon with. */
  after: PositionFigures | undefined;
}

/**
 * A position after margin was added or taken out.
 * @param typed plain decimal
 * @param available money of the account; null where it is not known
 */
export function marginPreview(
  action: MarginAction,
  typed: string,
  exposure: Exposure,
  leverage: number,
  {
    available,
    mark,
    terms,
  }: { available: bigint | null; mark: Price | null; terms: ContractTerms },
): MarginPreview {
  const most =
    action === "add" ? available : mark && removableMargin(exposure, leverage, mark, terms);
  const amount = parseMoney(typed);
  const after = (moved: bigint) =>
    figuresOf({ ...exposure, margin: exposure.margin + moved }, leverage, mark, terms);
  const problem = problemOf(action, amount, most);
  if (amount === undefined || amount === 0n) return { amount, most, problem, after: undefined };
  const moved = action === "add" ? amount : -amount;
  return { amount, most, problem, after: exposure.margin + moved > 0n ? after(moved) : undefined };
}

function problemOf(
  action: MarginAction,
  amount: bigint | undefined,
  most: bigint | null,
): MarginProblem | undefined {
  if (most === null && action === "remove") return "no-mark";
  if (amount === undefined) return "missing";
  if (amount === 0n) return "zero";
  if (most === null || amount <= most) return undefined;
  return action === "add" ? "above-available" : "above-removable";
}
