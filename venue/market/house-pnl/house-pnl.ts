import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { Clock } from "../../lib/clock.ts";
import { type LastStandstill, readLastStandstill } from "../../matching/standstill.ts";
import type { Store } from "../../store/store.ts";
import { readHouseBalances } from "./house-pnl-rows.ts";

/** How long one reading is answered to everybody, ms. */
const cacheMs = 1000;

/** What the house has gained or lost and two of its accounts, by currency, as decimal strings. */
export interface HouseFigures {
  house_pnl: Record<string, string>;
  liquidity: Record<string, string>;
  insurance: Record<string, string>;
  standstill: LastStandstill | null;
}

/** Reads the house's figures, and whether it has just come back, at most once a second. */
export function createHousePnl(
  store: Store,
  clock: Clock,
  scaleOf: (currency: string) => number,
): () => Promise<HouseFigures> {
  let cached: { at: number; answer: Promise<HouseFigures> } | undefined;
  return () => {
    const now = clock.now();
    if (cached && now - cached.at >= 0 && now - cached.at < cacheMs) return cached.answer;
    const answer = read();
    cached = { at: now, answer };
    answer.catch(() => (cached = undefined));
    return answer;
  };

  async function read(): Promise<HouseFigures> {
    const balances = await store.read(readHouseBalances);
    const standstill = await store.read((db) => readLastStandstill(db, clock.now()));
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
      standstill,
    };
  }
}
