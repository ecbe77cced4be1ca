import * as v from "valibot";
import { venueNow } from "../../api/venue-clock.ts";
import { isStoreClosed, keep, readKept } from "../../storage/device-store.ts";
import { whenCalm } from "../../storage/when-calm.ts";
import { keepFirstRows, keptFirstRows, maxTickersAgeMs } from "./kept-first-rows.ts";
import type { MarketStore } from "./market-store.ts";
import { readTickers } from "./read-tickers.ts";

const key = "tickers";
const firstWriteMs = 500;
const writeEveryMs = 10_000;

const snapshot = v.object({
  version: v.literal(1),
  at: v.pipe(v.number(), v.finite()),
  rows: v.pipe(v.array(v.unknown()), v.maxLength(20_000)),
});

/**
 * Puts the last tickers of this device into the store, so that markets are there from the first frame. What
 * has another form is left out row by row; a snapshot too old to mean anything, whole.
 */
export async function restoreTickers(store: MarketStore): Promise<void> {
  const kept = v.safeParse(snapshot, await readKept(key));
  if (!kept.success) return;
  const { at, rows } = kept.output;
  const now = venueNow();
  if (now - at > maxTickersAgeMs) return;
  // Of a time to come where the clock was set back meanwhile: it keeps that time, and is frozen by it.
  store.take(readTickers(rows), { wholeRank: true, arrivedAt: at });
  // What was written last on the way out may not have come to the database any more.
  store.take(keptFirstRows(now).filter(({ symbol }) => store.ticker(symbol) !== undefined));
}

/** Keeps a snapshot of the store, at most every ten seconds and when the page goes away. */
export function keepTickers(store: MarketStore): () => void {
  let dirty = false;
  let isFirst = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    if (!dirty) return;
    dirty = false;
    if (store.symbols().length === 0) return;
    void keep(key, { version: 1, at: venueNow(), rows: store.all() });
    if (!isStoreClosed()) keepFirstRows(store.all(), venueNow());
  };
  const unsubscribe = store.subscribeBatches(() => {
    dirty = true;
    timer ??= setTimeout(() => whenCalm(write), isFirst ? firstWriteMs : writeEveryMs);
    isFirst = false;
  });
  const onHide = () => {
    if (document.visibilityState === "hidden") write();
  };
  document.addEventListener("visibilitychange", onHide);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onHide);
  };
}
