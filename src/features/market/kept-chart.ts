import type { Period } from "#protocol/market.ts";
import { whenCalm } from "../../storage/when-calm.ts";
import { candleEnd } from "./candle-end.ts";
import type { CandleFeed } from "./candle-feed.ts";
import { keptCandles } from "./kept-candles.ts";
import { marketStore } from "./market-store.ts";

const firstWriteMs = 2000;
const writeEveryMs = 30_000;

/** Puts the kept candles of a series into its chart, unless the venue is quicker. */
export async function seedCandles(feed: CandleFeed, symbol: string, period: Period): Promise<void> {
  const kept = await keptCandles.read(symbol, period);
  if (kept) feed.seed(kept.columns, kept.at);
}

/** Keeps what a chart shows, from time to time while it moves and when it or the page is left; answers the way to stop. */
export function keepCandles(feed: CandleFeed, symbol: string, period: Period): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFirst = true;
  let isDirty = false;
  const write = () => {
    if (!isDirty) return;
    isDirty = false;
    const at = timeOf(feed, symbol, period);
    if (at !== undefined && feed.keptAt === undefined)
      void keptCandles.keep(symbol, period, { columns: feed.columns.data, at });
  };
  const unsubscribe = feed.subscribe(() => {
    isDirty = feed.keptAt === undefined;
    if (!isDirty) return;
    timer ??= setTimeout(
      () => {
        timer = undefined;
        whenCalm(write);
      },
      isFirst ? firstWriteMs : writeEveryMs,
    );
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
    whenCalm(write);
  };
}

/**
 * The venue's time of a chart's last candle, Unix ms: that of the symbol's price as far as it lies within the
 * candle. Never the time of the read, since the answer may come from a cache, as old as it likes.
 */
export function timeOf(feed: CandleFeed, symbol: string, period: Period): number | undefined {
  const last = feed.columns.lastTime;
  if (last === undefined) return undefined;
  return Math.max(
    last * 1000,
    Math.min(marketStore.ticker(symbol)?.ts ?? 0, candleEnd(period, last) * 1000),
  );
}
