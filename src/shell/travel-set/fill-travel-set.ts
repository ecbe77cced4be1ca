import { favouritesAtom } from "../../features/market/favourites/favourites.ts";
import { marketStore } from "../../features/market/feed/market-store.ts";
import { whenCalm } from "../../lib/when-idle.ts";
import { queryClient, store } from "../app-context.ts";
import {
  keepsTravelSet,
  noteTravelSet,
  readTravelSet,
  subscribeTravelChoice,
} from "./travel-set.ts";
import { travelMarkets } from "./travel-markets.ts";

/** After a start, a choice or a new favourite the screen's own reads go first. */
const afterMs = 6000;
const renewEveryMs = 6 * 3600_000;

/**
 * Fetches the travel set in a calm moment after the start, once it is six hours old, and when a favourite is not in
 * it yet, unless the person or the data saver has turned it off. Answers the function that stops it.
 */
export function fillTravelSet(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFilling = false;
  const begin = () => {
    clearTimeout(timer);
    timer = setTimeout(() => whenCalm(() => void fill()), afterMs);
  };
  const fill = async () => {
    const symbols = travelMarkets(marketStore.symbols(), store.get(favouritesAtom));
    if (isFilling || !mayFetch() || !isDue(symbols)) return;
    isFilling = true;
    try {
      // Books are cached by the worker alone.
      await navigator.serviceWorker?.ready;
      const { fetchTravelSet } = await import("./travel-set-reads.ts");
      const bytes = await fetchTravelSet(queryClient, symbols, mayFetch);
      if (bytes !== undefined) noteTravelSet({ at: Date.now(), bytes, symbols: [...symbols] });
    } catch {
      // Without a network its code may be missing; the next start tries again.
    } finally {
      isFilling = false;
    }
  };
  begin();
  const stops = [subscribeTravelChoice(begin), store.sub(favouritesAtom, begin)];
  window.addEventListener("online", begin);
  document.addEventListener("visibilitychange", begin);
  return () => {
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener("online", begin);
    document.removeEventListener("visibilitychange", begin);
  };
}

const mayFetch = () =>
  keepsTravelSet() && navigator.onLine && document.visibilityState === "visible";

function isDue(symbols: readonly string[]): boolean {
  if (symbols.length === 0) return false;
  const set = readTravelSet();
  return (
    !set ||
    Math.abs(Date.now() - set.at) > renewEveryMs ||
    store.get(favouritesAtom).some((one) => symbols.includes(one) && !set.symbols.includes(one))
  );
}
