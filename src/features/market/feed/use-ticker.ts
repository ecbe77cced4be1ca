import { useQuery } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import type { SymbolRow } from "#protocol/api/market.ts";
import { subscribeClockTick } from "../../../api/clock-tick.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { cutAge } from "../../../lib/relative-time.ts";
import type { Freshness } from "./freshness.ts";
import { marketStore, type Ticker } from "./market-store.ts";
import { symbolsQuery } from "./market-queries.ts";
import { decimalsOfPrice, symbolName } from "./symbol-name.ts";

const frozenReasons = ["market", "source", "awaited"] as const;
type FrozenReason = (typeof frozenReasons)[number];

export interface FreshnessFact {
  state: Freshness;
  /** Age by the venue's timestamps, in ms but cut to its largest whole unit, as it is shown; 0 while live or unknown. */
  ageMs: number;
  /** Why it is frozen, if not by age: the venue halted this market, or its whole source, or no price has come yet. */
  reason?: FrozenReason | undefined;
}

/** The latest ticker of one symbol; renders again only when this symbol moves. */
export function useTicker(symbol: string): Ticker | undefined {
  return useTickerFact(symbol, (ticker) => ticker);
}

/** What `of` takes from a symbol's ticker: the ticker itself, a text or a number. Renders again only when that changes. */
function useTickerFact<Fact extends Ticker | string | number | undefined>(
  symbol: string,
  of: (ticker: Ticker | undefined) => Fact,
): Fact {
  const subscribe = useCallback(
    (listener: () => void) => marketStore.subscribeSymbol(symbol, listener),
    [symbol],
  );
  const read = () => of(marketStore.ticker(symbol));
  return useSyncExternalStore(subscribe, read, read);
}

/** A symbol as it is shown, such as BTC/USDT. */
export function useSymbolName(symbol: string): string {
  return useTickerFact(symbol, (ticker) => symbolName(symbol, ticker));
}

/** Freshness of this symbol's price; frozen where there is no price. */
export function useFreshness(symbol: string): FreshnessFact {
  return useFreshnessOf(symbol, true);
}

/** The same without the age: for what does not show it, and so need not render when it changes. */
export function useFreshnessState(symbol: string): Omit<FreshnessFact, "ageMs"> {
  return useFreshnessOf(symbol, false);
}

function useFreshnessOf(symbol: string, withAge: boolean): FreshnessFact {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stop = [marketStore.subscribeSymbol(symbol, listener), subscribeClockTick(listener)];
      return () => stop.forEach((end) => end());
    },
    [symbol],
  );
  const read = () => freshnessKey(marketStore.ticker(symbol)?.ts, { symbol, withAge });
  return parseFreshness(useSyncExternalStore(subscribe, read, read));
}

/** Freshness of a figure with timestamp `ts`, Unix ms on the venue's clock. */
export function useAgeOf(ts: number | undefined): FreshnessFact {
  const read = () => freshnessKey(ts);
  return parseFreshness(useSyncExternalStore(subscribeClockTick, read, read));
}

/** Trading rules of a symbol; undefined until the venue or the device's copy has provided them. */
export function useSymbolRow(symbol: string): SymbolRow | undefined {
  return useQuery({
    ...symbolsQuery(),
    select: (rows: readonly SymbolRow[]) => rowOf(rows, symbol),
  }).data;
}

/** Decimals of a symbol's prices: from its rules, else derived from the price. */
export function usePriceDecimals(symbol: string): number {
  const row = useSymbolRow(symbol);
  const seen = useTickerFact(symbol, (ticker) => decimalsOfPrice(ticker?.close));
  return row?.["price-precision"] ?? seen;
}

const rowsBySymbol = new WeakMap<readonly SymbolRow[], Map<string, SymbolRow>>();

/** The row of a symbol in an answer of `getSymbols`. Each answer is indexed once. */
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

/** The freshness as a string: what shows it renders again only when that changes, with a price of three hours once an hour. */
function freshnessKey(
  ts: number | undefined,
  { symbol, withAge = true }: { symbol?: string; withAge?: boolean } = {},
): string {
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
          : ts === undefined
            ? "awaited"
            : "";
  // Without a timestamp there is no age.
  const hasAge = withAge && ts !== undefined && ts > 0;
  return `${state} ${hasAge ? cutAge(Math.max(0, now - ts)) : 0} ${reason}`;
}

function parseFreshness(key: string): FreshnessFact {
  const [state, ageMs, reason] = key.split(" ");
  return {
    state: state as Freshness,
    ageMs: Number(ageMs),
    reason: frozenReasons.find((known) => known === reason),
  };
}
