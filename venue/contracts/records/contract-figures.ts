import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { ContractFigures } from "../../market/htx-compatibility/contract-figures.ts";
import type { Db } from "../../store/schema.ts";
import { readLiquidations, readOpen, readOpenAt } from "./figure-rows.ts";

/** How long one reading is answered to everybody, ms. */
const cacheMs = 1000;
const maxCached = 500;

/** Public figures of the contracts, each read at most once a second. */
export function createContractFigures({
  store,
  clock,
}: Pick<VenueDeps, "store" | "clock">): ContractFigures {
  const cached = new Map<string, { at: number; answer: Promise<unknown> }>();

  function once<T>(key: string, read: (db: Db) => Promise<T>): Promise<T> {
    const now = clock.now();
    const known = cached.get(key);
    if (known && now >= known.at && now - known.at < cacheMs) return known.answer as Promise<T>;
    if (cached.size >= maxCached) cached.clear();
    const answer = store.read(read);
    cached.set(key, { at: now, answer });
    answer.catch(() => cached.delete(key));
    return answer;
  }

  return {
    openInterest: () => once("open", readOpen),
    openInterestAt: (code, moments) =>
      once(`open ${code} ${JSON.stringify(moments)}`, (db) => readOpenAt(db, code, moments)),
    liquidations: (code, range) =>
      once(`liquidations ${code} ${JSON.stringify(range)}`, (db) =>
        readLiquidations(db, code, range),
      ),
  };
}
