import { formatAmount, trimZeros } from "#protocol/amount.ts";
import type { Clock } from "../clock.ts";
import type { Store } from "../store/store.ts";
import { readHouseBalances } from "./rows.ts";

/** For how long one reading is told to everybody, ms. */
const keptMs = 1000;

/** What the house has gained or lost and two of its accounts, by currency, as decimal strings. */
export interface HouseFigures {
  house_pnl: Record<string, string>;
  liquidity: Record<string, string>;
  insurance: Record<string, string>;
}

/** Reads the house's figures; at most once a second however many ask. */
export function createHousePnl(
  store: Store,
  clock: Clock,
  scaleOf: (currency: string) => number,
): () => Promise<HouseFigures> {
  let kept: { at: number; answer: Promise<HouseFigures> } | undefined;
  return () => {
    const now = clock.now();
    if (kept && now - kept.at >= 0 && now - kept.at < keptMs) return kept.answer;
    const answer = read();
    kept = { at: now, answer };
    answer.catch(() => (kept = undefined));
    return answer;
  };

  async function read(): Promise<HouseFigures> {
    const balances = await store.read(readHouseBalances);
    const figures = (isOne: (kind: string) => boolean) => {
      const sums = new Map<string, bigint>();
      for (const { kind, currency, balance } of balances)
        if (isOne(kind)) sums.set(currency, (sums.get(currency) ?? 0n) + balance);
      return Object.fromEntries(
        [...sums].map(([currency, sum]) => [
          currency,
          trimZeros(formatAmount(sum, scaleOf(currency))),
        ]),
      );
    };
    return {
      house_pnl: figures(() => true),
      liquidity: figures((kind) => kind === "liquidity"),
      insurance: figures((kind) => kind === "insurance"),
    };
  }
}
