import type { TickerRow } from "#protocol/api/market.ts";
import type { RankFigure } from "#protocol/api/rank-changes.ts";
import { inLiveFrame } from "../../../lib/live-frame.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";

/** The figures that screens show and the stream keeps fresh. */
export const followedFigures = [
  "close",
  "change",
  "high",
  "low",
  "open",
  "vol",
] as const satisfies readonly RankFigure[];

/** A ticker without the figures that the stream does not keep fresh. */
export type Ticker = Omit<TickerRow, Exclude<RankFigure, (typeof followedFigures)[number]>>;

/** A timestamp further ahead of the venue's clock is ignored. */
const maxAheadMs = 60_000;

export interface TakeOptions {
  /** The rows are all markets there are: other stored ones are removed. */
  wholeRank?: boolean;
  /** When the rows arrived, Unix ms on the venue's clock: the time of rows without a timestamp. */
  arrivedAt?: number | undefined;
}

/** Highest turnover first, as the venue ranks; ties by symbol, so that the order is stable. */
const byTurnover = (a: Ticker, b: Ticker) => b.vol - a.vol || (a.symbol < b.symbol ? -1 : 1);

/**
 * The latest ticker of every symbol, outside React. A row subscribes to its own symbol, so a batch of a
 * thousand ticks renders the rows on screen and nothing else.
 */
export class MarketStore {
  readonly #schedule: (task: () => void) => void;
  readonly #tickers = new Map<string, Ticker>();
  readonly #symbolListeners = new Map<string, Set<() => void>>();
  readonly #listListeners = new Set<() => void>();
  readonly #batchListeners = new Set<() => void>();
  /** Symbols whose ticker has the time of its arrival. */
  readonly #datedByArrival = new Set<string>();
  #halted: ReadonlySet<string> = new Set();
  #list: readonly string[] = [];
  #newestTs = 0;
  #sourceState: "live" | "stale" | "halted" = "live";
  readonly #changed = new Set<string>();
  #listChanged = false;
  #isNotified = true;

  /** @param schedule runs the notification of listeners: in the page's store in one of the next frames, once for all batches that arrived */
  constructor(schedule: (task: () => void) => void = (task) => task()) {
    this.#schedule = schedule;
  }

  ticker(symbol: string): Ticker | undefined {
    return this.#tickers.get(symbol);
  }

  all(): readonly Ticker[] {
    return [...this.#tickers.values()];
  }

  /** Symbols by turnover, as of the last time that a symbol came or went or a whole rank arrived. */
  symbols(): readonly string[] {
    return this.#list;
  }

  /** Time of the newest ticker on the venue's clock, Unix ms; 0 when there is none. */
  newestTs(): number {
    return this.#newestTs;
  }

  sourceState(): "live" | "stale" | "halted" {
    return this.#sourceState;
  }

  setSourceState(state: "live" | "stale" | "halted"): void {
    if (state === this.#sourceState) return;
    this.#sourceState = state;
    this.#notifyLater();
  }

  /** Sets the symbols that are not traded now according to the venue's rules: their prices do not move. */
  setHalted(symbols: ReadonlySet<string>): void {
    this.#halted = symbols;
  }

  isHalted(symbol: string): boolean {
    return this.#halted.has(symbol);
  }

  /**
   * Stores tickers. A ticker older than the stored one is ignored: a late poll must not undo the stream. A
   * symbol missing from a whole rank is removed: it is no longer traded.
   */
  take(rows: readonly Ticker[], { wholeRank = false, arrivedAt }: TakeOptions = {}): void {
    let added = false;
    for (const given of rows) {
      const row = this.#dated(given, arrivedAt);
      if (!row) continue;
      added ||= !this.#tickers.has(row.symbol);
      this.#tickers.set(row.symbol, row);
      if (row.ts > this.#newestTs) this.#newestTs = row.ts;
      this.#changed.add(row.symbol);
    }
    if (wholeRank && rows.length > 0) this.#dropAllBut(new Set(rows.map((row) => row.symbol)));
    if (added || wholeRank) {
      this.#list = this.all()
        .toSorted(byTurnover)
        .map((row) => row.symbol);
      this.#newestTs = this.#list.reduce(
        (newest, symbol) => Math.max(newest, this.#tickers.get(symbol)?.ts ?? 0),
        0,
      );
      this.#listChanged = true;
    }
    if (this.#changed.size > 0 || this.#listChanged) this.#notifyLater();
  }

  /** The row with its time; undefined where the stored one is newer, or where neither time decides. */
  #dated(row: Ticker, arrivedAt: number | undefined): Ticker | undefined {
    const current = this.#tickers.get(row.symbol);
    const latest = arrivedAt === undefined ? Infinity : arrivedAt + maxAheadMs;
    if (row.ts > 0 && row.ts <= latest) {
      if (
        current &&
        current.ts > row.ts &&
        current.ts <= latest &&
        !this.#datedByArrival.has(row.symbol)
      )
        return undefined;
      this.#datedByArrival.delete(row.symbol);
      return row;
    }
    if (arrivedAt === undefined) return current ? undefined : row;
    this.#datedByArrival.add(row.symbol);
    return { ...row, ts: arrivedAt };
  }

  subscribeSymbol(symbol: string, listener: () => void): () => void {
    const listeners = this.#symbolListeners.get(symbol) ?? new Set();
    this.#symbolListeners.set(symbol, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#symbolListeners.get(symbol) === listeners)
        this.#symbolListeners.delete(symbol);
    };
  }

  /** Calls `listener` when the set or the order of symbols changes. */
  subscribeList(listener: () => void): () => void {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  }

  /** Calls `listener` once for all batches that arrived since the last call. */
  subscribeBatches(listener: () => void): () => void {
    this.#batchListeners.add(listener);
    return () => this.#batchListeners.delete(listener);
  }

  #dropAllBut(symbols: ReadonlySet<string>): void {
    for (const symbol of this.#tickers.keys()) {
      if (symbols.has(symbol)) continue;
      this.#tickers.delete(symbol);
      this.#datedByArrival.delete(symbol);
      this.#changed.add(symbol);
    }
  }

  #notifyLater(): void {
    if (!this.#isNotified) return;
    this.#isNotified = false;
    this.#schedule(() => this.#notify());
  }

  #notify(): void {
    const changed = [...this.#changed];
    const listChanged = this.#listChanged;
    this.#changed.clear();
    this.#listChanged = false;
    this.#isNotified = true;
    for (const symbol of changed)
      this.#symbolListeners.get(symbol)?.forEach((listener) => listener());
    if (listChanged) for (const listener of this.#listListeners) listener();
    for (const listener of this.#batchListeners) listener();
  }

  /** Freshness at `now` of a figure with timestamp `ts`, both Unix ms on the venue's clock. */
  freshness(ts: number | undefined, now: number): Freshness {
    if (ts === undefined || this.#sourceState === "halted") return "frozen";
    const own = freshnessOf(ts, now);
    return own === "live" && this.#sourceState === "stale" ? "delayed" : own;
  }
}

/** The page's store. Batches that arrive between two frames cause one notification. */
export const marketStore = new MarketStore(
  typeof requestAnimationFrame === "undefined" ? undefined : inLiveFrame,
);
