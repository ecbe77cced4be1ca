import { formatAmount, trimZeros } from "#protocol/amount.ts";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { readHouseBalances } from "./rows.ts";

/** For how long one reading is told to everybody, ms. */
const keptMs = 1000;

/**
 * Reads what the house has gained or lost, by currency, as decimal strings; at most once a second
 * however many ask.
 */
export function createHousePnl(store: Store, clock: Clock, scaleOf: (currency: string) => number): () => Promise<Record<string, string>> {
  let kept: { at: number; answer: Promise<Record<string, string>> } | undefined;
  return () => {
    const now = clock.now();
    if (kept && now - kept.at >= 0 && now - kept.at < keptMs) return kept.answer;
    const answer = read();
    kept = { at: now, answer };
    answer.catch(() => (kept = undefined));
    return answer;
  };

  async function read(): Promise<Record<string, string>> {
    const balances = await store.read(readHouseBalances);
    return Object.fromEntries(balances.map(({ currency, balance }) => [currency, trimZeros(formatAmount(balance, scaleOf(currency)))]));
  }
}
