import { bucketsWithin, bucketStart, shiftBucket } from "../candle-buckets.ts";
import type { Candle, KlineRange, Period, SymbolSpec } from "../market-source.ts";
import type { HtxRest } from "./htx-rest.ts";
import { isSoundCandle, klineBody, toCandle } from "./htx-shapes.ts";
import { KlineSeries, withoutGaps } from "./kline-series.ts";

const maxSeries = 100;
const maxOldRanges = 64;
/** The most candles in one answer of HTX: of the latest, and of a range. */
const maxLatest = 2000;
const maxRange = 1000;
/** A series in use is read from HTX this often; in between the stream updates it. */
const refreshMs = 60_000;
/** Where HTX did not answer, the stored candles are served this long before the next attempt. */
const retryMs = 5000;

/** Candles of every symbol and period that was read recently. */
export class KlineStore {
  readonly #rest: HtxRest;
  readonly #series = new Map<string, KlineSeries>();
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #oldRanges = new Map<string, Candle[]>();

  constructor(rest: HtxRest) {
    this.#rest = rest;
  }

  /** @throws SourceUnavailable where nothing is held and HTX does not answer */
  async read(spec: SymbolSpec, period: Period, range: KlineRange, now: number): Promise<Candle[]> {
    const key = `${spec.symbol} ${period}`;
    const series = this.#series.get(key) ?? new KlineSeries(period);
    this.#keep(key, series);
    const isDue = series.isStale || Math.abs(now - series.fetchedAt) >= refreshMs;
    if (isDue && Math.abs(now - series.failedAt) >= retryMs) {
      try {
        await this.#refresh(key, series, spec, now);
      } catch (error) {
        if (series.firstId === undefined) throw error;
        series.failedAt = now;
        series.isStale = true;
      }
    }
    series.extend(Math.floor(now / 1000));
    if ("size" in range || series.firstId === undefined || range.from >= series.firstId)
      return series.read(range);
    const older = await this.#readOlder(
      spec,
      period,
      range.from,
      Math.min(range.to, shiftBucket(period, series.firstId, -1)),
    );
    const whole = withoutGaps(period, [
      ...older,
      ...series.read({ from: series.firstId, to: range.to }),
    ]);
    return whole.filter(({ id }) => id >= range.from && id <= range.to);
  }

  /** Moves all series of a symbol by a minute of the stream. */
  absorb(symbol: string, minute: Candle, before: Candle | undefined): void {
    for (const [key, series] of this.#series)
      if (key.startsWith(`${symbol} `)) series.absorb(minute, before);
  }

  /** Minutes of the stream were missed: every series is fetched again when it is read next. */
  markStale(): void {
    for (const series of this.#series.values()) series.isStale = true;
  }

  #refresh(key: string, series: KlineSeries, spec: SymbolSpec, now: number): Promise<void> {
    const running = this.#fetching.get(key);
    if (running) return running;
    const missed =
      series.lastId === undefined || series.fetchedAt === 0
        ? maxLatest
        : bucketsWithin(
            series.period,
            bucketStart(series.period, Math.floor(series.fetchedAt / 1000)),
            Math.floor(now / 1000),
          ) + 1;
    // Set before the answer comes: a minute missed while it is under way may be missing in it.
    series.isStale = false;
    const fetching = this.#rest
      .get(
        "/market/history/kline",
        { symbol: spec.symbol, period: series.period, size: Math.min(maxLatest, missed) },
        klineBody,
      )
      .then((rows) => {
        series.replaceFrom(sound(rows.map((row) => toCandle(row, spec))));
        series.fetchedAt = now;
      })
      .finally(() => this.#fetching.delete(key));
    this.#fetching.set(key, fetching);
    return fetching;
  }

  async #readOlder(spec: SymbolSpec, period: Period, from: number, to: number): Promise<Candle[]> {
    if (to < from) return [];
    const key = `${spec.symbol} ${period} ${from} ${to}`;
    const known = this.#oldRanges.get(key);
    if (known) return known;
    const candles: Candle[] = [];
    for (
      let start = bucketStart(period, from);
      start <= to;
      start = shiftBucket(period, start, maxRange)
    ) {
      const end = Math.min(to, shiftBucket(period, start, maxRange) - 1);
      const rows = await this.#rest.get(
        "/market/history/candles",
        { symbol: spec.symbol, period, size: maxRange, from: start, to: end },
        klineBody,
      );
      candles.push(
        ...sound(rows.map((row) => toCandle(row, spec))).filter(
          ({ id }) => id >= start && id <= end,
        ),
      );
    }
    const oldest = this.#oldRanges.keys().next();
    if (this.#oldRanges.size >= maxOldRanges && !oldest.done) this.#oldRanges.delete(oldest.value);
    this.#oldRanges.set(key, candles);
    return candles;
  }

  /** Drops the series that was read longest ago where there are too many. */
  #keep(key: string, series: KlineSeries): void {
    this.#series.delete(key);
    this.#series.set(key, series);
    const oldest = this.#series.keys().next();
    if (this.#series.size > maxSeries && !oldest.done) this.#series.delete(oldest.value);
  }
}

/** The valid candles, oldest first, each bucket once. */
function sound(candles: readonly Candle[]): Candle[] {
  const byId = new Map(candles.filter(isSoundCandle).map((candle) => [candle.id, candle]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}
