import { bucketStart, shiftBucket } from "../candle-buckets.ts";
import type { Candle, KlineRange, Period } from "../market-source.ts";

/** Candles of one series: the most that one request may ask for, and some room for new ones. */
const maxCandles = 2100;

/** Candles of one symbol and period, oldest first and without gaps, moved on by the minutes of the stream. */
export class KlineSeries {
  readonly period: Period;
  /** When HTX was last asked, ms. */
  fetchedAt = 0;
  /** When HTX did not answer, ms. */
  failedAt = Number.NEGATIVE_INFINITY;
  /** Minutes of the stream were missed since HTX answered last. */
  isStale = false;
  #candles: Candle[] = [];

  constructor(period: Period) {
    this.period = period;
  }

  get firstId(): number | undefined {
    return this.#candles[0]?.id;
  }

  get lastId(): number | undefined {
    return this.#candles.at(-1)?.id;
  }

  /** Replaces the candles from the first fetched one on with HTX's answer, oldest first. */
  replaceFrom(fetched: readonly Candle[]): void {
    const first = fetched[0];
    if (!first) return;
    this.#candles = [...this.#candles.filter(({ id }) => id < first.id), ...fetched];
    this.#candles = withoutGaps(this.period, this.#candles).slice(-maxCandles);
  }

  /** Adds a minute of the stream to the live bucket; `before` is the same minute as it was received last. */
  absorb(minute: Candle, before: Candle | undefined): void {
    if (this.#candles.length === 0) return;
    const id = bucketStart(this.period, minute.id);
    this.extend(id);
    const at = this.#candles.findLastIndex((candle) => candle.id === id);
    const candle = this.#candles[at];
    if (!candle) return;
    if (this.period === "1min" || isFlat(candle)) {
      this.#candles[at] = { ...minute, id };
      return;
    }
    const known = before?.id === minute.id ? before : undefined;
    // The fetched candles already contain the first minute received.
    const isNew = before !== undefined;
    const added = (name: "amount" | "vol" | "count") =>
      isNew ? Math.max(0, minute[name] - (known?.[name] ?? 0)) : 0;
    this.#candles[at] = {
      id,
      open: candle.open,
      close: minute.close,
      high: Math.max(candle.high, minute.high),
      low: Math.min(candle.low, minute.low),
      amount: candle.amount + added("amount"),
      vol: candle.vol + added("vol"),
      count: candle.count + added("count"),
    };
  }

  /** Repeats the last close, nothing traded, up to the bucket that holds `second`. */
  extend(second: number): void {
    let last = this.#candles.at(-1);
    const end = bucketStart(this.period, second);
    while (last && last.id < end) {
      last = flatAfter(this.period, last);
      this.#candles.push(last);
    }
    if (this.#candles.length > maxCandles) this.#candles = this.#candles.slice(-maxCandles);
  }

  read(range: KlineRange): Candle[] {
    return "size" in range
      ? this.#candles.slice(-range.size)
      : this.#candles.filter(({ id }) => id >= range.from && id <= range.to);
  }
}

/** Candles oldest first with every missing bucket filled by the close before it. */
export function withoutGaps(period: Period, candles: readonly Candle[]): Candle[] {
  const whole: Candle[] = [];
  for (const candle of candles) {
    for (
      let last = whole.at(-1);
      last && shiftBucket(period, last.id, 1) < candle.id && whole.length < 4 * maxCandles;
      last = whole.at(-1)
    ) {
      whole.push(flatAfter(period, last));
    }
    whole.push(candle);
  }
  return whole;
}

function flatAfter(period: Period, { id, close }: Candle): Candle {
  return {
    id: shiftBucket(period, id, 1),
    open: close,
    high: close,
    low: close,
    close,
    amount: 0,
    vol: 0,
    count: 0,
  };
}

function isFlat(candle: Candle): boolean {
  return candle.count === 0 && candle.amount === 0;
}
