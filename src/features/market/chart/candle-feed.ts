import * as v from "valibot";
import { marketEndpoints, type CandleRow, type Period } from "#protocol/api/market.ts";
import {
  candlesOf,
  CandleColumns,
  type CandleData,
  type ColumnCandle,
  type ColumnsChange,
} from "../../../lib/candle-columns.ts";
import { periodSec } from "./candle-time.ts";

const candleSchema = marketEndpoints.kline.data.item;
const silenceTimeoutMs = 15_000;
const pageSize = 500;
const olderPageSize = 1000;
/** The chart goes back no further. A chart left open for days drops its oldest candles above this. */
const maxCandles = 100_000;
const retryOlderMs = 5000;

/** The state of reading candles before the oldest one; `all` when there are no more. */
export type OlderCandles = "idle" | "reading" | "all" | "failed";

export interface CandleRange {
  size: number;
  /** Unix s, both included. */
  from?: number;
  to?: number;
}

export interface CandleSources {
  /** Subscribes to the stream's topic of these candles. Returns a function that unsubscribes. */
  subscribe: (listener: (tick: unknown) => void) => () => void;
  streaming: () => boolean;
  /** Calls `listener` when the stream starts or stops delivering. Returns a function that unsubscribes. */
  subscribeStreaming: (listener: () => void) => () => void;
  /** The pause between checks whether the stream is silent, ms. */
  pollMs: () => number;
  /** Reads candles, ascending in time. */
  read: (range: CandleRange) => Promise<readonly CandleRow[]>;
  /** Unix ms on the venue's clock. */
  now: () => number;
}

const noChange: ColumnsChange = { older: 0, from: Infinity };

/**
 * The candles of one symbol and period as columns. They are filled by a read, updated by the stream or, while
 * it is silent, by polling, and extended into the past on demand.
 */
export class CandleFeed {
  readonly columns = new CandleColumns();
  readonly stepSec: number;
  readonly #sources: CandleSources;
  readonly #listeners = new Set<(change: ColumnsChange) => void>();
  readonly #candleByTime = new Map<number | null, ColumnCandle | undefined>();
  readonly #newest = new Map<number, readonly ColumnCandle[]>();
  #receivedAt = 0;
  #reading = false;
  #older: OlderCandles = "idle";
  #cachedAt: number | undefined;
  #retryOlderAt = 0;

  constructor(period: Period, sources: CandleSources) {
    this.stepSec = periodSec[period];
    this.#sources = sources;
  }

  /** Calls `listener` after each change of the columns. */
  subscribe = (listener: (change: ColumnsChange) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether older candles can be read; listeners are called when it changes. */
  get older(): OlderCandles {
    return this.#older;
  }

  /** The candle that begins at `timeSec`, or the newest for null; the same object until the columns change. */
  candle(timeSec: number | null): ColumnCandle | undefined {
    if (!this.#candleByTime.has(timeSec))
      this.#candleByTime.set(
        timeSec,
        this.columns.candleAt(
          timeSec === null ? this.columns.length - 1 : this.columns.indexOf(timeSec),
        ),
      );
    return this.#candleByTime.get(timeSec);
  }

  /** The newest `count` candles, ascending in time; the same array until the columns change. */
  newest(count: number): readonly ColumnCandle[] {
    let candles = this.#newest.get(count);
    if (!candles) {
      const from = Math.max(0, this.columns.length - count);
      candles = Array.from({ length: this.columns.length - from }, (_, at) =>
        this.columns.candleAt(from + at),
      ).filter((candle) => candle !== undefined);
      this.#newest.set(count, candles);
    }
    return candles;
  }

  /** Starts the updates. Returns a function that stops them. */
  start(): () => void {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        void this.#poll();
        wait();
      }, this.#sources.pollMs());
    };
    wait();
    const stop = [
      this.#sources.subscribe((tick) => this.#receive(tick)),
      // While the stream was away a candle may have ended and the next one begun.
      this.#sources.subscribeStreaming(
        () => this.#sources.streaming() && this.columns.length > 0 && void this.#readNewest(),
      ),
    ];
    return () => {
      for (const end of stop) end();
      clearTimeout(timer);
    };
  }

  /** The venue's time of the cached candles, Unix ms, while the columns hold nothing newer. */
  get cachedAt(): number | undefined {
    return this.#cachedAt;
  }

  /** Fills empty columns with cached candles of time `at`. Does nothing after the venue has answered. */
  seed(columns: CandleData, at: number): void {
    if (this.columns.length > 0) return;
    this.#cachedAt = at;
    this.#changed(this.columns.merge(candlesOf(columns)));
  }

  /** Adds candles of a read, ascending in time. After a gap in time the older candles are dropped. */
  take(candles: readonly CandleRow[]): void {
    const first = candles[0];
    if (!first) return;
    const last = this.columns.lastTime;
    // The last cached candle had not ended, so no candle can follow it without a gap.
    const toleranceSec = this.#cachedAt === undefined ? 1.5 * this.stepSec : 0;
    this.#cachedAt = undefined;
    const hasGap = last !== undefined && first.id > last + toleranceSec;
    if (hasGap) {
      this.columns.clear();
      this.#older = "idle";
    }
    const change = this.columns.merge(candles);
    this.#changed(hasGap ? { older: 0, from: 0 } : change);
  }

  /** Reads the page before the oldest candle, one page at a time, until there are no more. */
  async loadOlder(): Promise<void> {
    const first = this.columns.firstTime;
    if (
      first === undefined ||
      this.#older === "reading" ||
      this.#older === "all" ||
      this.#sources.now() < this.#retryOlderAt
    )
      return;
    this.#older = "reading";
    this.#changed(noChange);
    let change = noChange;
    try {
      const from = Math.max(0, first - olderPageSize * this.stepSec);
      const older = (await this.#sources.read({ from, to: first - 1, size: olderPageSize })).filter(
        (candle) => candle.id < first,
      );
      this.#older = older.length === 0 ? "all" : "idle";
      if (older.length > 0 && this.columns.firstTime === first) change = this.columns.merge(older);
      if (this.columns.length >= maxCandles) this.#older = "all";
    } catch {
      // The view stays; further panning tries again.
      this.#older = "failed";
      this.#retryOlderAt = this.#sources.now() + retryOlderMs;
    }
    this.#changed(change);
  }

  #receive(tick: unknown): void {
    const candle = v.safeParse(candleSchema, tick);
    if (!candle.success) return;
    this.#receivedAt = this.#sources.now();
    const last = this.columns.lastTime;
    if (last === undefined || this.#cachedAt !== undefined) return;
    if (candle.output.id > last + 1.5 * this.stepSec) return void this.#readNewest();
    const change = this.columns.merge([candle.output]);
    // Dropped in large steps, because each drop copies all columns.
    const dropped =
      this.columns.length > maxCandles * 1.01 ? this.columns.keepNewest(maxCandles) : noChange;
    this.#changed(dropped.older === 0 ? change : dropped);
  }

  async #poll(): Promise<void> {
    const isDelivering =
      this.#sources.streaming() && this.#sources.now() - this.#receivedAt < silenceTimeoutMs;
    if (!isDelivering && document.visibilityState !== "hidden" && this.columns.length > 0)
      await this.#readNewest();
  }

  /** Reads the candles that are missing since the last one. */
  async #readNewest(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      // Includes the last known candle, whose end may not have been received.
      const missing = Math.ceil(
        (this.#sources.now() / 1000 - (this.columns.lastTime ?? 0)) / this.stepSec,
      );
      this.take(await this.#sources.read({ size: Math.min(pageSize, Math.max(2, missing + 1)) }));
    } catch {
      // The candles stay on screen; the next poll tries again.
    } finally {
      this.#reading = false;
    }
  }

  #changed(change: ColumnsChange): void {
    this.#candleByTime.clear();
    this.#newest.clear();
    for (const listener of this.#listeners) listener(change);
  }
}
