import * as v from "valibot";
import { marketEndpoints, type CandleRow, type Period } from "#protocol/market.ts";
import {
  candlesOf,
  CandleColumns,
  type CandleData,
  type ColumnCandle,
  type ColumnsChange,
} from "../../lib/columns.ts";
import { periodSec } from "./period-lengths.ts";

const candleSchema = marketEndpoints.kline.data.item;
const silentMs = 15_000;
const pageSize = 500;
const olderPageSize = 1000;
/** Further back the chart does not go, and a chart left open for days lets its oldest candles go. */
const mostCandles = 100_000;
const retryOlderMs = 5000;

/** What is known of the candles before the oldest one. */
export type OlderCandles = "idle" | "reading" | "all" | "failed";

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
  /** Tells when the stream begins or ceases to deliver; answers the way to stop. */
  subscribeStreaming: (listener: () => void) => () => void;
  /** How often to look whether the stream is silent, ms. */
  pollMs: () => number;
  /** Reads candles, rising in time. */
  read: (range: CandleRange) => Promise<readonly CandleRow[]>;
  /** Unix ms on the venue's clock. */
  now: () => number;
}

const nothing: ColumnsChange = { older: 0, from: Infinity };

/**
 * The candles of one symbol and period as columns: filled from a read, kept up by the stream, by polling
 * while it is silent, and lengthened into the past on demand.
 */
export class CandleFeed {
  readonly columns = new CandleColumns();
  readonly stepSec: number;
  readonly #sources: CandleSources;
  readonly #listeners = new Set<(change: ColumnsChange) => void>();
  readonly #seen = new Map<number | null, ColumnCandle | undefined>();
  readonly #newest = new Map<number, readonly ColumnCandle[]>();
  #heardAt = 0;
  #reading = false;
  #older: OlderCandles = "idle";
  #keptAt: number | undefined;
  #olderNotBefore = 0;

  constructor(period: Period, sources: CandleSources) {
    this.stepSec = periodSec[period];
    this.#sources = sources;
  }

  /** Called after each change of the columns. */
  subscribe = (listener: (change: ColumnsChange) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether older candles are there to be had; `subscribe` tells when it changes. */
  get older(): OlderCandles {
    return this.#older;
  }

  /** The candle that begins at `timeSec`, or the newest; the same object until the columns change. */
  candle(timeSec: number | null): ColumnCandle | undefined {
    if (!this.#seen.has(timeSec))
      this.#seen.set(
        timeSec,
        this.columns.candleAt(
          timeSec === null ? this.columns.length - 1 : this.columns.indexOf(timeSec),
        ),
      );
    return this.#seen.get(timeSec);
  }

  /** The newest `count` candles, rising in time; the same array until the columns change. */
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

  /** Goes live; answers the way to stop. */
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
      this.#sources.subscribe((tick) => this.#hear(tick)),
      // While the stream was away a candle may have ended unheard and the next begun.
      this.#sources.subscribeStreaming(
        () => this.#sources.streaming() && this.columns.length > 0 && void this.#readNewest(),
      ),
    ];
    return () => {
      for (const end of stop) end();
      clearTimeout(timer);
    };
  }

  /** The venue's time of the kept candles, Unix ms, while they are all there is. */
  get keptAt(): number | undefined {
    return this.#keptAt;
  }

  /** Begins with what the device kept, as of `at`; too late where the venue has answered. */
  seed(columns: CandleData, at: number): void {
    if (this.columns.length > 0) return;
    this.#keptAt = at;
    this.#changed(this.columns.merge(candlesOf(columns)));
  }

  /** Takes in what a read gave, rising in time. A hole behind it makes the older ones useless: they go. */
  take(candles: readonly CandleRow[]): void {
    const first = candles[0];
    if (!first) return;
    const last = this.columns.lastTime;
    // The last of the kept ones had not ended, so that nothing can be put behind it.
    const reach = this.#keptAt === undefined ? 1.5 * this.stepSec : 0;
    this.#keptAt = undefined;
    const isHole = last !== undefined && first.id > last + reach;
    if (isHole) {
      this.columns.clear();
      this.#older = "idle";
    }
    const change = this.columns.merge(candles);
    this.#changed(isHole ? { older: 0, from: 0 } : change);
  }

  /** Reads the page before the oldest candle, one at a time, until there is none. */
  async loadOlder(): Promise<void> {
    const first = this.columns.firstTime;
    if (
      first === undefined ||
      this.#older === "reading" ||
      this.#older === "all" ||
      this.#sources.now() < this.#olderNotBefore
    )
      return;
    this.#older = "reading";
    this.#changed(nothing);
    let change = nothing;
    try {
      const from = Math.max(0, first - olderPageSize * this.stepSec);
      const older = (await this.#sources.read({ from, to: first - 1, size: olderPageSize })).filter(
        (candle) => candle.id < first,
      );
      this.#older = older.length === 0 ? "all" : "idle";
      if (older.length > 0 && this.columns.firstTime === first) change = this.columns.merge(older);
      if (this.columns.length >= mostCandles) this.#older = "all";
    } catch {
      // The reader stays where they are; panning on asks again.
      this.#older = "failed";
      this.#olderNotBefore = this.#sources.now() + retryOlderMs;
    }
    this.#changed(change);
  }

  #hear(tick: unknown): void {
    const candle = v.safeParse(candleSchema, tick);
    if (!candle.success) return;
    this.#heardAt = this.#sources.now();
    const last = this.columns.lastTime;
    if (last === undefined || this.#keptAt !== undefined) return;
    if (candle.output.id > last + 1.5 * this.stepSec) return void this.#readNewest();
    const change = this.columns.merge([candle.output]);
    // Many at once, so that a copy of all is rare.
    const gone =
      this.columns.length > mostCandles * 1.01 ? this.columns.keepNewest(mostCandles) : nothing;
    this.#changed(gone.older === 0 ? change : gone);
  }

  async #poll(): Promise<void> {
    const heard = this.#sources.streaming() && this.#sources.now() - this.#heardAt < silentMs;
    if (!heard && document.visibilityState !== "hidden" && this.columns.length > 0)
      await this.#readNewest();
  }

  /** As many candles as are missing since the last one. */
  async #readNewest(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      // One more than has begun since the last, which may have ended otherwise than it was heard of.
      const missing = Math.ceil(
        (this.#sources.now() / 1000 - (this.columns.lastTime ?? 0)) / this.stepSec,
      );
      this.take(await this.#sources.read({ size: Math.min(pageSize, Math.max(2, missing + 1)) }));
    } catch {
      // The candles stay and grow old on screen.
    } finally {
      this.#reading = false;
    }
  }

  #changed(change: ColumnsChange): void {
    this.#seen.clear();
    this.#newest.clear();
    for (const listener of this.#listeners) listener(change);
  }
}
