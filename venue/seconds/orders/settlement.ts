/** What samples make of a contract: pure, and blind to whose it is. */
import {
  payoutMinor,
  resultOf,
  type SecondsResult,
  windowPrice,
  windowSec,
} from "#protocol/rules/seconds-settlement.ts";
import type { SecondOrderRow, VoidReason } from "../records/rows.ts";

type Samples = readonly (string | null)[];

/** So long after a moment its samples may still come in, ms. */
const samplesWaitMs = 60_000;
/** So long a window that lacks one is waited for: another process may have it whole. */
const incompleteWaitMs = 5000;

/** Whether a window is what contracts go by: nothing that comes later can change it. */
export function isFinal(samples: Samples, lateMs: number): boolean {
  const missing = samples.filter((sample) => sample === null).length;
  return missing === 0 || lateMs >= (missing === 1 ? incompleteWaitMs : samplesWaitMs);
}

/** The columns of a contract that its settlement depends on. */
export type Terms = Pick<SecondOrderRow, "direction" | "stake" | "odds" | "price_precision">;

/** What a settlement writes. */
export type Outcome = Pick<SecondOrderRow, "samples1" | "close_price" | "void_reason"> & {
  result: SecondsResult;
  payout: bigint;
};

/** The entry price of a window; null where it makes none, and the contract is void. */
export function entryOf(
  samples: Samples,
  precision: number,
): Pick<SecondOrderRow, "samples0" | "open_price"> {
  return { samples0: JSON.stringify(samples), open_price: windowPrice(samples, precision) };
}

/** What an entry price, null for none, and the window of delivery make of a contract. */
export function outcomeOf(terms: Terms, entry: string | null, samples: Samples): Outcome {
  const exit = entry === null ? null : windowPrice(samples, terms.price_precision);
  const result = resultOf(terms.direction, entry, exit, terms.price_precision);
  const why: VoidReason = entry === null ? "entry" : "exit";
  return {
    samples1: JSON.stringify(entry === null ? noSamples : samples),
    close_price: exit,
    result,
    void_reason: result === "void" ? why : null,
    payout: payoutMinor(result, terms.stake, terms.odds),
  };
}

/** Of a moment that nobody looks at, or in another market. */
export const noSamples: Samples = Array.from({ length: windowSec }, () => null);
