import * as v from "valibot";
import { venueNow } from "../../../api/venue-clock.ts";
import { isDatabaseClosed } from "../../../storage/database.ts";
import { stored } from "../../../storage/stored.ts";
import { whenCalm } from "../../../lib/when-idle.ts";
import { persistFirstRows, readFirstRows, maxTickersAgeMs } from "./first-rows-cache.ts";
import type { MarketStore } from "../feed/market-store.ts";
import { readTickers } from "../feed/read-tickers.ts";

const firstWriteMs = 500;
const writeEveryMs = 10_000;

const snapshots = stored(
  "tickers",
  v.object({
    version: v.literal(1),
    at: v.pipe(v.number(), v.finite()),
    rows: v.pipe(v.array(v.unknown()), v.maxLength(20_000)),
  }),
);

/**
 * Puts the last tickers of this device into the store, so that markets are there from the first frame. Invalid
 * rows are omitted; a snapshot that is too old is ignored.
 */
export async function restoreTickers(store: MarketStore): Promise<void> {
  const snapshot = await snapshots.read();
  if (!snapshot) return;
  const { at, rows } = snapshot;
  const now = venueNow();
  if (now - at > maxTickersAgeMs) return;
  // After the device's clock was set back the time lies in the future; it is kept, so the rows are frozen.
  store.take(readTickers(rows), { wholeRank: true, arrivedAt: at });
  // The last write before the page closed may not have reached IndexedDB, but it reached localStorage.
  store.take(readFirstRows(now).filter(({ symbol }) => store.ticker(symbol) !== undefined));
}

/** Persists a snapshot of the store, at most every ten seconds and when the page is hidden. */
export function persistTickers(store: MarketStore): () => void {
  let dirty = false;
  let isFirst = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    if (!dirty) return;
    dirty = false;
    if (store.symbols().length === 0) return;
    void snapshots.write({ version: 1, at: venueNow(), rows: [...store.all()] });
    if (!isDatabaseClosed()) persistFirstRows(store.all(), venueNow());
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
