import * as v from "valibot";
import { marketEndpoints, type CandleRow, type Period } from "#protocol/market.ts";
import { CandleColumns, type ColumnCandle } from "../../lib/columns.ts";
import { periodSec } from "./period-lengths.ts";

const candleSchema = marketEndpoints.kline.data.item;
const pollMs = 3000;
const silentMs = 15_000;
const pageSize = 500;
const retryOlderMs = 5000;

export interface CandleRange {
  size: number;
  /** Unix s, both included. */
  from?: number;
  to?: number;
}

export interface CandleSources {
  /** The stream's topic of these candles; answers the way to stop. */
  subscribe: (listener: (tick: unknown) => void) => () => void;
  streaming: () => boolean;
  /** Reads candles, rising in time. */
  read: (range: CandleRange) => Promise<readonly CandleRow[]>;
  /** Unix ms on the venue's clock. */
  now: () => number;
}

/**
 * The candles of one symbol and period as columns: filled from a read, kept up by the stream, by polling
 * while it is silent, and lengthened into the past on demand.
 */
export class CandleFeed {
  readonly columns = new CandleColumns();
  readonly stepSec: number;
  readonly #sources: CandleSources;
  readonly #listeners = new Set<() => void>();
  readonly #seen = new Map<number | null, ColumnCandle | undefined>();
  readonly #newest = new Map<number, readonly ColumnCandle[]>();
  #heardAt = 0;
  #reading = false;
  #older: "idle" | "reading" | "all" = "idle";
  #olderNotBefore = 0;

  constructor(period: Period, sources: CandleSources) {
    this.stepSec = periodSec[period];
    this.#sources = sources;
  }

  /** Called after each change of the columns. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The candle at an index, or the newest; the same object until the columns change. */
  candle(index: number | null): ColumnCandle | undefined {
    if (!this.#seen.has(index)) this.#seen.set(index, this.columns.candleAt(index ?? this.columns.length - 1));
    return this.#seen.get(index);
  }

  /** The newest `count` candles, rising in time; the same array until the columns change. */
  newest(count: number): readonly ColumnCandle[] {
    let candles = this.#newest.get(count);
    if (!candles) {
      const from = Math.max(0, this.columns.length - count);
      candles = Array.from({ length: this.columns.length - from }, (_, at) => this.columns.candleAt(from + at)).filter((candle) => candle !== undefined);
      this.#newest.set(count, candles);
    }
    return candles;
  }

  /** Goes live; answers the way to stop. */
  start(): () => void {
    const unsubscribe = this.#sources.subscribe((tick) => this.#hear(tick));
    const timer = setInterval(() => void this.#poll(), pollMs);
    return () => {
      unsubscribe();
      clearInterval(timer);
    };
  }

  /** Takes in what a read gave, rising in time. A hole behind it makes the older ones useless: they go. */
  take(candles: readonly CandleRow[]): void {
    const first = candles[0];
    if (!first) return;
    const last = this.columns.lastTime;
    if (last !== undefined && first.id > last + 1.5 * this.stepSec) {
      this.columns.clear();
      this.#older = "idle";
    }
    this.columns.merge(candles);
    this.#changed();
  }

  /** Reads the page before the oldest candle, one at a time, until there is none. */
  async loadOlder(): Promise<void> {
    const first = this.columns.firstTime;
    if (first === undefined || this.#older !== "idle" || this.#sources.now() < this.#olderNotBefore) return;
    this.#older = "reading";
    try {
      const from = Math.max(0, first - pageSize * this.stepSec);
      const older = (await this.#sources.read({ from, to: first - 1, size: pageSize })).filter((candle) => candle.id < first);
      this.#older = older.length === 0 ? "all" : "idle";
      if (older.length > 0 && this.columns.firstTime === first) {
        this.columns.merge(older);
        this.#changed();
      }
    } catch {
      // The reader stays where they are; panning on asks again.
      this.#older = "idle";
      this.#olderNotBefore = this.#sources.now() + retryOlderMs;
    }
  }

  #hear(tick: unknown): void {
    const candle = v.safeParse(candleSchema, tick);
    if (!candle.success) return;
    this.#heardAt = this.#sources.now();
    const last = this.columns.lastTime;
    if (last === undefined) return;
    if (candle.output.id > last + 1.5 * this.stepSec) return void this.#readNewest();
    this.columns.merge([candle.output]);
    this.#changed();
  }

  async #poll(): Promise<void> {
    const heard = this.#sources.streaming() && this.#sources.now() - this.#heardAt < silentMs;
    if (!heard && document.visibilityState !== "hidden" && this.columns.length > 0) await this.#readNewest();
  }

  /** As many candles as are missing since the last one. */
  async #readNewest(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      const missing = Math.ceil((this.#sources.now() / 1000 - (this.columns.lastTime ?? 0)) / this.stepSec);
      this.take(await this.#sources.read({ size: Math.min(pageSize, Math.max(2, missing + 1)) }));
    } catch {
      // The candles stay and grow old on screen.
    } finally {
      this.#reading = false;
    }
  }

  #changed(): void {
    this.#seen.clear();
    this.#newest.clear();
    for (const listener of this.#listeners) listener();
  }
}
