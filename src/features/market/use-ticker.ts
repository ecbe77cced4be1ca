import { useQuery } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { SymbolRow, TickerRow } from "#protocol/market.ts";
import { venueNow } from "../../api/venue-clock.ts";
import type { Freshness } from "./freshness.ts";
import { marketStore } from "./market-store.ts";
import { symbolsQuery } from "./queries.ts";
import { decimalsOfPrice } from "./symbol-text.ts";
import { subscribeVenueSecond } from "./venue-second.ts";

export interface FreshnessFact {
  state: Freshness;
  /** Age of the figure by the venue's timestamps, in whole seconds' steps; 0 while live or unknown. */
  ageMs: number;
  /** Why it is frozen beside its age: the venue has stopped this market, or all of them. */
  reason?: "market" | "source" | undefined;
}

/** The latest ticker of one symbol; renders again only when this symbol moves. */
export function useTicker(symbol: string): TickerRow | undefined {
  const subscribe = useCallback(
    (listener: () => void) => marketStore.subscribeSymbol(symbol, listener),
    [symbol],
  );
  const read = () => marketStore.ticker(symbol);
  return useSyncExternalStore(subscribe, read, read);
}

/** How far this symbol's price may be trusted now; frozen where there is none. */
export function useFreshness(symbol: string): FreshnessFact {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stop = [marketStore.subscribeSymbol(symbol, listener), subscribeVenueSecond(listener)];
      return () => stop.forEach((end) => end());
    },
    [symbol],
  );
  const read = () => freshnessKey(marketStore.ticker(symbol)?.ts, symbol);
  return parseFreshness(useSyncExternalStore(subscribe, read, read));
}

/** How far a figure of time `ts` (Unix ms on the venue's clock) may be trusted now. */
export function useAgeOf(ts: number | undefined): FreshnessFact {
  const read = () => freshnessKey(ts);
  return parseFreshness(useSyncExternalStore(subscribeVenueSecond, read, read));
}

/** Trading rules of a symbol, once the venue or the device's copy has given them. */
export function useSymbolRow(symbol: string): SymbolRow | undefined {
  return useQuery({
    ...symbolsQuery(),
    select: (rows: readonly SymbolRow[]) => rowOf(rows, symbol),
  }).data;
}

/** Decimals of a symbol's prices: its own, else as many as the price seems to need. */
export function usePriceDecimals(symbol: string): number {
  const row = useSymbolRow(symbol);
  const ticker = useTicker(symbol);
  return row?.["price-precision"] ?? decimalsOfPrice(ticker?.close);
}

const rowsBySymbol = new WeakMap<readonly SymbolRow[], Map<string, SymbolRow>>();

/** The row of a symbol in an answer of `getSymbols`; each answer is indexed once. */
export function rowOf(
  rows: readonly SymbolRow[] | undefined,
  symbol: string,
): SymbolRow | undefined {
  if (!rows) return undefined;
  let index = rowsBySymbol.get(rows);
  if (!index) {
    index = new Map(rows.map((row) => [row.symbol, row]));
    rowsBySymbol.set(rows, index);
  }
  return index.get(symbol);
}

/** As text, so that a row renders again only when what it says changes. */
function freshnessKey(ts: number | undefined, symbol?: string): string {
  const now = venueNow();
  const state = marketStore.freshness(ts, now);
  if (state === "live") return "live 0";
  const isMarket = symbol !== undefined && marketStore.isHalted(symbol);
  const reason =
    state !== "frozen"
      ? ""
      : marketStore.sourceState() === "halted"
        ? "source"
        : isMarket
          ? "market"
          : "";
  // A time that was never said has no age.
  return `${state} ${ts === undefined || ts <= 0 ? 0 : Math.max(0, Math.floor((now - ts) / 1000))} ${reason}`;
}

function parseFreshness(key: string): FreshnessFact {
  const [state, seconds, reason] = key.split(" ");
  return {
    state: state as Freshness,
    ageMs: Number(seconds) * 1000,
    reason: reason === "market" || reason === "source" ? reason : undefined,
  };
}
