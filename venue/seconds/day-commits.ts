import * as v from "valibot";
import { hashText, type ReceiptBody } from "#protocol/receipt.ts";
import { windowOf } from "#protocol/seconds-settlement.ts";
import type { MarketSource } from "../feed/market-source.ts";

const commitment = v.object({ date: v.string(), symbols: v.record(v.string(), hashText) });
/** What the simulator publishes ahead: the running day and the next. */
const published = v.object({ day_commit: commitment, next_day_commit: commitment });

/** A simulated day is one of GMT+8. */
const offsetSec = 8 * 3600;

/**
 * The published commitments to the simulated days in which the samples of these moments (Unix ms) lie; none
 * where the market is not simulated. To be asked before the moments, as nothing else is a commitment.
 */
export function dayCommitsOf(source: Pick<MarketSource, "facts">, symbol: string, momentsMs: readonly number[]): ReceiptBody["day_commits"] {
  const facts = v.safeParse(published, source.facts());
  if (!facts.success) return [];
  const dates = new Set(momentsMs.flatMap(windowOf).map((second) => new Date((second + offsetSec) * 1000).toISOString().slice(0, 10)));
  const { day_commit, next_day_commit } = facts.output;
  return [day_commit, next_day_commit].flatMap(({ date, symbols }) => {
    const commit = dates.has(date) ? symbols[symbol] : undefined;
    return commit === undefined ? [] : [{ date, commit }];
  });
}
