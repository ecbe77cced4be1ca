import * as v from "valibot";
import type { Period } from "#protocol/api/market.ts";
import type { CandleData } from "../../../lib/candle-columns.ts";
import { removeItem, setItem, getKeys, getItem } from "../../../storage/database.ts";

const prefix = "candles:";
const indexKey = "candles:index";
/** The key of a series; the index is not one. */
type SeriesKey = `candles:${string}:${string}`;
const columnCount = 6;
/** The newest candles of each series: enough for a first view and for the indicators that look back from it. */
const maxCandles = 1000;
const maxSeries = 60;
const maxBytes = 4_000_000;

/** The cached candles of one symbol and period. */
export interface CachedSeries {
  /** Time, open, high, low, close, turnover; ascending in time. */
  columns: CandleData;
  /** The venue's time of the last candle, Unix ms. */
  at: number;
}

const figures = v.pipe(
  v.instance(Float64Array),
  v.check((column) => column.length > 0 && column.length <= maxCandles),
);
const series = v.pipe(
  v.object({
    version: v.literal(1),
    at: v.pipe(v.number(), v.finite(), v.minValue(1)),
    columns: v.tuple([figures, figures, figures, figures, figures, figures]),
  }),
  v.check(
    ({ columns }) =>
      columns.every((column) => column.length === columns[0].length) && areCandles(columns),
  ),
);

const index = v.object({
  version: v.literal(1),
  series: v.array(
    v.object({
      key: v.custom<SeriesKey>(isSeriesKey),
      bytes: v.pipe(v.number(), v.minValue(0), v.finite()),
      usedAt: v.pipe(v.number(), v.finite()),
    }),
  ),
});

type Entry = v.InferOutput<typeof index>["series"][number];

export interface CandleCacheDeps {
  read: (key: SeriesKey | typeof indexKey) => Promise<unknown>;
  /** Resolves to false where the device had no room. */
  keep: (key: SeriesKey | typeof indexKey, value: unknown) => Promise<boolean>;
  forget: (key: SeriesKey) => Promise<void>;
  keys: (prefix: string) => Promise<string[]>;
  now: () => number;
}

/**
 * The candles of the series viewed last, one record each. Above sixty series or four megabytes the least
 * recently viewed series are removed.
 */
export class CandleCache {
  readonly #deps: CandleCacheDeps;
  /** Runs tasks one after another, so that two series never overwrite each other's entry. */
  #lastTask: Promise<unknown> = Promise.resolve();
  #entries: Map<SeriesKey, Entry> | undefined;

  constructor(deps: CandleCacheDeps) {
    this.#deps = deps;
  }

  /** The cached candles of a series, which counts as viewed; undefined where there are none or they are invalid. */
  async read(symbol: string, period: Period): Promise<CachedSeries | undefined> {
    const key = keyOf(symbol, period);
    const stored = v.safeParse(series, await this.#deps.read(key));
    if (!stored.success) return undefined;
    void this.#enqueue(async () => {
      const entry = (await this.#readIndex()).get(key);
      if (entry) await this.#use(entry);
    });
    return { columns: stored.output.columns, at: stored.output.at };
  }

  /** Stores the newest candles of a series; `at` is the venue's time of the last one. */
  keep(symbol: string, period: Period, { columns, at }: CachedSeries): Promise<void> {
    const key = keyOf(symbol, period);
    const length = columns[0].length;
    if (length === 0) return Promise.resolve();
    // Copies, since the chart keeps writing into its columns.
    const copy = columns.map((column) => column.slice(Math.max(0, length - maxCandles)));
    const bytes = copy.reduce((sum, column) => sum + column.byteLength, 0);
    return this.#enqueue(async () => {
      const entries = await this.#readIndex();
      entries.delete(key);
      entries.set(key, { key, bytes, usedAt: this.#deps.now() });
      await this.#dropDownTo(maxSeries, maxBytes);
      const record = { version: 1, at, columns: copy };
      if (!(await this.#deps.keep(key, record))) {
        // The device is full below our own limit, so the limit is halved.
        await this.#dropDownTo(Math.ceil(entries.size / 2), maxBytes);
        await this.#deps.keep(key, record);
      }
      await this.#writeIndex(entries);
    });
  }

  async #use(entry: Entry): Promise<void> {
    const entries = this.#entries ?? new Map<SeriesKey, Entry>();
    entries.delete(entry.key);
    entries.set(entry.key, { ...entry, usedAt: this.#deps.now() });
    await this.#writeIndex(entries);
  }

  async #writeIndex(entries: ReadonlyMap<SeriesKey, Entry>): Promise<void> {
    await this.#deps.keep(indexKey, { version: 1, series: [...entries.values()] });
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    const run = this.#lastTask.then(task, task);
    this.#lastTask = run.catch(() => undefined);
    return run;
  }

  /** The index with entries added by other tabs, least recently used first. Records missing from it are removed. */
  async #readIndex(): Promise<Map<SeriesKey, Entry>> {
    const stored = v.safeParse(index, await this.#deps.read(indexKey));
    const listed = stored.success ? stored.output.series : [];
    const isFirst = this.#entries === undefined;
    const merged = new Map<SeriesKey, Entry>();
    for (const entry of [...listed, ...(this.#entries?.values() ?? [])].toSorted(
      (a, b) => a.usedAt - b.usedAt,
    )) {
      merged.delete(entry.key);
      merged.set(entry.key, entry);
    }
    this.#entries = merged;
    if (isFirst) {
      const orphaned = (await this.#deps.keys(prefix)).filter(
        (key): key is SeriesKey => isSeriesKey(key) && !merged.has(key),
      );
      for (const key of orphaned) await this.#deps.forget(key);
    }
    return merged;
  }

  async #dropDownTo(maxCount: number, bytes: number): Promise<void> {
    const entries = this.#entries ?? new Map<SeriesKey, Entry>();
    let total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const entry of entries.values()) {
      if (entries.size <= Math.max(1, maxCount) && total <= bytes) return;
      entries.delete(entry.key);
      total -= entry.bytes;
      await this.#deps.forget(entry.key);
    }
  }
}

function keyOf(symbol: string, period: Period): SeriesKey {
  return `candles:${symbol}:${period}`;
}

function isSeriesKey(key: unknown): key is SeriesKey {
  return typeof key === "string" && key.startsWith(prefix) && key !== indexKey;
}

/** Whether the columns are ascending in time and can be drawn; false for a damaged record. */
function areCandles(columns: CandleData): boolean {
  const [time, open, high, low, close, vol] = columns;
  for (let at = 0; at < time.length; at++) {
    const sum =
      (time[at] ?? NaN) +
      (open[at] ?? NaN) +
      (high[at] ?? NaN) +
      (low[at] ?? NaN) +
      (close[at] ?? NaN) +
      (vol[at] ?? NaN);
    if (
      !Number.isFinite(sum) ||
      (low[at] ?? 0) > (high[at] ?? 0) ||
      (at > 0 && (time[at] ?? 0) <= (time[at - 1] ?? 0))
    )
      return false;
  }
  return columns.length === columnCount;
}

/** The cache of this device. */
export const candleCache = new CandleCache({
  read: getItem,
  keep: setItem,
  forget: removeItem,
  keys: getKeys,
  now: Date.now,
});
