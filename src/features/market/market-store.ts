import type { TickerRow } from "#protocol/market.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";

/** A time this much ahead of the venue's own clock is none. */
const aheadMs = 60_000;

export interface TakeOptions {
  /** All markets there are: others that are held go. */
  wholeRank?: boolean;
  /** When the rows came, Unix ms on the venue's clock: the time of those that say none themselves. */
  arrivedAt?: number | undefined;
}

/** Turnover first, as the venue ranks; ties by symbol so that the order is stable. */
const byVolume = (a: TickerRow, b: TickerRow) => b.vol - a.vol || (a.symbol < b.symbol ? -1 : 1);

/**
 * The latest ticker of every symbol, outside React: a row subscribes to its own symbol, so a batch of a
 * thousand ticks renders the rows on screen and nothing else.
 */
export class MarketStore {
  readonly #schedule: (task: () => void) => void;
  readonly #tickers = new Map<string, TickerRow>();
  readonly #symbolListeners = new Map<string, Set<() => void>>();
  readonly #listListeners = new Set<() => void>();
  readonly #batchListeners = new Set<() => void>();
  /** Symbols whose ticker is dated by its arrival. */
  readonly #byArrival = new Set<string>();
  #halted: ReadonlySet<string> = new Set();
  #list: readonly string[] = [];
  #newestTs = 0;
  #sourceState: "live" | "stale" | "halted" = "live";
  readonly #moved = new Set<string>();
  #listMoved = false;
  #told = true;

  /** @param schedule when listeners are told: the page's store tells once a frame, however many batches came */
  constructor(schedule: (task: () => void) => void = (task) => task()) {
    this.#schedule = schedule;
  }

  ticker(symbol: string): TickerRow | undefined {
    return this.#tickers.get(symbol);
  }

  all(): readonly TickerRow[] {
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
    this.#tellLater();
  }

  /** The symbols that the venue's rules say are not traded at present: why a price of theirs stands still. */
  setHalted(symbols: ReadonlySet<string>): void {
    this.#halted = symbols;
  }

  isHalted(symbol: string): boolean {
    return this.#halted.has(symbol);
  }

  /**
   * Takes tickers in. Older ones than those held are dropped: a late poll must not undo the stream. Of a
   * whole rank those that are missing go: they are no longer traded.
   */
  take(rows: readonly TickerRow[], { wholeRank = false, arrivedAt }: TakeOptions = {}): void {
    let added = false;
    for (const given of rows) {
      const row = this.#dated(given, arrivedAt);
      if (!row) continue;
      added ||= !this.#tickers.has(row.symbol);
      this.#tickers.set(row.symbol, row);
      if (row.ts > this.#newestTs) this.#newestTs = row.ts;
      this.#moved.add(row.symbol);
    }
    if (wholeRank && rows.length > 0) this.#dropAllBut(new Set(rows.map((row) => row.symbol)));
    if (added || wholeRank) {
      this.#list = this.all()
        .toSorted(byVolume)
        .map((row) => row.symbol);
      this.#newestTs = this.#list.reduce(
        (newest, symbol) => Math.max(newest, this.#tickers.get(symbol)?.ts ?? 0),
        0,
      );
      this.#listMoved = true;
    }
    if (this.#moved.size > 0 || this.#listMoved) this.#tellLater();
  }

  /** The row with the time it is of; undefined where the held one is newer, or nothing says which is. */
  #dated(row: TickerRow, arrivedAt: number | undefined): TickerRow | undefined {
    const held = this.#tickers.get(row.symbol);
    const latest = arrivedAt === undefined ? Infinity : arrivedAt + aheadMs;
    if (row.ts > 0 && row.ts <= latest) {
      if (held && held.ts > row.ts && held.ts <= latest && !this.#byArrival.has(row.symbol))
        return undefined;
      this.#byArrival.delete(row.symbol);
      return row;
    }
    if (arrivedAt === undefined) return held ? undefined : row;
    this.#byArrival.add(row.symbol);
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

  /** Called when the set or the order of symbols changed. */
  subscribeList(listener: () => void): () => void {
    this.#listListeners.add(listener);
    return () => this.#listListeners.delete(listener);
  }

  /** Called once for all batches that came since the last time. */
  subscribeBatches(listener: () => void): () => void {
    this.#batchListeners.add(listener);
    return () => this.#batchListeners.delete(listener);
  }

  #dropAllBut(symbols: ReadonlySet<string>): void {
    for (const symbol of this.#tickers.keys()) {
      if (symbols.has(symbol)) continue;
      this.#tickers.delete(symbol);
      this.#byArrival.delete(symbol);
      this.#moved.add(symbol);
    }
  }

  #tellLater(): void {
    if (!this.#told) return;
    this.#told = false;
    this.#schedule(() => this.#tell());
  }

  #tell(): void {
    const moved = [...this.#moved];
    const listMoved = this.#listMoved;
    this.#moved.clear();
    this.#listMoved = false;
    this.#told = true;
    for (const symbol of moved)
      this.#symbolListeners.get(symbol)?.forEach((listener) => listener());
    if (listMoved) for (const listener of this.#listListeners) listener();
    for (const listener of this.#batchListeners) listener();
  }

  /** How far a figure of time `ts` may be trusted at `now`, both on the venue's clock. */
  freshness(ts: number | undefined, now: number): Freshness {
    if (ts === undefined || this.#sourceState === "halted") return "frozen";
    const own = freshnessOf(ts, now);
    return own === "live" && this.#sourceState === "stale" ? "delayed" : own;
  }
}

/** The page's store. Batches that arrive between two frames are told of together. */
export const marketStore = new MarketStore(
  typeof requestAnimationFrame === "undefined"
    ? undefined
    : (task) => void requestAnimationFrame(task),
);
