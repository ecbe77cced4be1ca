import * as v from "valibot";
import { type ReceiptBody } from "#protocol/api/receipt.ts";
import { hashText } from "#protocol/api/signed.ts";
import { windowOf } from "#protocol/rules/seconds-settlement.ts";
import type { MarketSource } from "../../feed/market-source.ts";

const commitment = v.object({ date: v.string(), symbols: v.record(v.string(), hashText) });
/** What the simulator publishes ahead: the running day and the next. */
const published = v.object({ day_commit: commitment, next_day_commit: commitment });

export type DayCommits = ReceiptBody["day_commits"];
type Source = Pick<MarketSource, "facts">;

/** A simulated day is one of GMT+8. */
const offsetSec = 8 * 3600;

/**
 * The published commitments to the simulated days in which the samples of these moments (Unix ms) lie; none
 * where the market is not simulated. To be asked before the moments, as nothing else is a commitment.
 */
export function dayCommitsOf(
  source: Source,
  symbol: string,
  momentsMs: readonly number[],
): DayCommits {
  const dates = new Set(
    momentsMs
      .flatMap(windowOf)
      .map((second) => new Date((second + offsetSec) * 1000).toISOString().slice(0, 10)),
  );
  return publishedOf(source, symbol).filter(({ date }) => dates.has(date));
}

/** Whether a market is still the one of these commitments, as far as it says anything of their days. */
export function keepsCommits(source: Source, symbol: string, commits: DayCommits): boolean {
  if (commits.length === 0) return true;
  const now = publishedOf(source, symbol);
  return commits.every(({ date, commit }) =>
    now.every((other) => other.date !== date || other.commit === commit),
  );
}

function publishedOf(source: Source, symbol: string): DayCommits {
  const facts = v.safeParse(published, source.facts());
  if (!facts.success) return [];
  return [facts.output.day_commit, facts.output.next_day_commit].flatMap(({ date, symbols }) => {
    const commit = symbols[symbol];
    return commit === undefined ? [] : [{ date, commit }];
  });
}
