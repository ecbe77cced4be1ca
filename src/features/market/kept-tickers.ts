import * as v from "valibot";
import { marketEndpoints } from "#protocol/market.ts";
import { keep, readKept } from "../../storage/device-store.ts";
import type { MarketStore } from "./market-store.ts";

const key = "tickers";
const writeEveryMs = 10_000;

/** Puts the last tickers of this device into the store, so that markets are there from the first frame. */
export async function restoreTickers(store: MarketStore): Promise<void> {
  const kept = v.safeParse(marketEndpoints.mergedTickerRank.data, await readKept(key));
  if (kept.success) store.take(kept.output, { wholeRank: true });
}

/** Keeps a snapshot of the store, at most every ten seconds and when the page goes away. */
export function keepTickers(store: MarketStore): () => void {
  let dirty = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    if (!dirty) return;
    dirty = false;
    void keep(key, store.all());
  };
  const whenIdle = () => ("requestIdleCallback" in window ? requestIdleCallback(write) : write());
  const unsubscribe = store.subscribeBatches(() => {
    const first = !dirty && timer === undefined;
    dirty = true;
    timer ??= setTimeout(whenIdle, first ? 500 : writeEveryMs);
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
