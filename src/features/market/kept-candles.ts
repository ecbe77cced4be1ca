import * as v from "valibot";
import type { Period } from "#protocol/market.ts";
import type { CandleData } from "../../lib/columns.ts";
import { forget, keepIfRoom, keptKeys, readKept } from "../../storage/device-store.ts";

const prefix = "candles:";
const indexKey = `${prefix}index`;
const columnCount = 6;
/** Of each series the newest; enough for a first look and for the indicators before it. */
const mostCandles = 1000;
const mostSeries = 60;
const mostBytes = 4_000_000;

/** The candles of one symbol and period as this device kept them. */
export interface KeptSeries {
  /** Time, open, high, low, close, turnover: rising in time. */
  columns: CandleData;
  /** The venue's time of the last of them, Unix ms. */
  at: number;
}

const figures = v.pipe(
  v.instance(Float64Array),
  v.check((column) => column.length > 0 && column.length <= mostCandles),
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
      key: v.pipe(v.string(), v.startsWith(prefix)),
      bytes: v.pipe(v.number(), v.minValue(0), v.finite()),
      usedAt: v.pipe(v.number(), v.finite()),
    }),
  ),
});

type Entry = v.InferOutput<typeof index>["series"][number];

export interface KeptCandlesDoors {
  read: (key: string) => Promise<unknown>;
  /** Answers whether the device had room. */
  keep: (key: string, value: unknown) => Promise<boolean>;
  forget: (key: string) => Promise<void>;
  keys: (prefix: string) => Promise<string[]>;
  now: () => number;
}

/**
 * The candles of the series that were last looked at, one record each. Of more than sixty, or of more than
 * four megabytes, those go that nobody has looked at for longest.
 */
export class KeptCandles {
  readonly #doors: KeptCandlesDoors;
  /** One after another, so that two series never overwrite each other's entry. */
  #turn: Promise<unknown> = Promise.resolve();
  #entries: Map<string, Entry> | undefined;

  constructor(doors: KeptCandlesDoors) {
    this.#doors = doors;
  }

  /** The kept candles of a series, which counts as looked at; undefined where there are none that can be used. */
  async read(symbol: string, period: Period): Promise<KeptSeries | undefined> {
    const key = keyOf(symbol, period);
    const kept = v.safeParse(series, await this.#doors.read(key));
    if (!kept.success) return undefined;
    void this.#inTurn(async () => {
      const entry = (await this.#known()).get(key);
      if (entry) await this.#use(entry);
    });
    return { columns: kept.output.columns, at: kept.output.at };
  }

  /** Keeps the newest candles of a series; `at` is the venue's time of the last. */
  keep(symbol: string, period: Period, { columns, at }: KeptSeries): Promise<void> {
    const key = keyOf(symbol, period);
    const length = columns[0].length;
    if (length === 0) return Promise.resolve();
    // Copies, since the chart goes on writing into its own.
    const copy = columns.map((column) => column.slice(Math.max(0, length - mostCandles)));
    const bytes = copy.reduce((sum, column) => sum + column.byteLength, 0);
    return this.#inTurn(async () => {
      const entries = await this.#known();
      entries.delete(key);
      entries.set(key, { key, bytes, usedAt: this.#doors.now() });
      await this.#dropDownTo(mostSeries, mostBytes);
      const record = { version: 1, at, columns: copy };
      if (!(await this.#doors.keep(key, record))) {
        // The device is full before our own bound is reached: half of it has to do.
        await this.#dropDownTo(Math.ceil(entries.size / 2), mostBytes);
        await this.#doors.keep(key, record);
      }
      await this.#keepIndex(entries);
    });
  }

  async #use(entry: Entry): Promise<void> {
    const entries = this.#entries ?? new Map<string, Entry>();
    entries.delete(entry.key);
    entries.set(entry.key, { ...entry, usedAt: this.#doors.now() });
    await this.#keepIndex(entries);
  }

  async #keepIndex(entries: ReadonlyMap<string, Entry>): Promise<void> {
    await this.#doors.keep(indexKey, { version: 1, series: [...entries.values()] });
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const run = this.#turn.then(task, task);
    this.#turn = run.catch(() => undefined);
    return run;
  }

  /** What the index says, with what another tab has added, least recently used first. Records it does not name go. */
  async #known(): Promise<Map<string, Entry>> {
    const kept = v.safeParse(index, await this.#doors.read(indexKey));
    const said = kept.success ? kept.output.series : [];
    const isFirst = this.#entries === undefined;
    const merged = new Map<string, Entry>();
    for (const entry of [...said, ...(this.#entries?.values() ?? [])].toSorted(
      (a, b) => a.usedAt - b.usedAt,
    )) {
      merged.delete(entry.key);
      merged.set(entry.key, entry);
    }
    this.#entries = merged;
    if (isFirst) {
      const lost = (await this.#doors.keys(prefix)).filter(
        (key) => key !== indexKey && !merged.has(key),
      );
      for (const key of lost) await this.#doors.forget(key);
    }
    return merged;
  }

  async #dropDownTo(most: number, bytes: number): Promise<void> {
    const entries = this.#entries ?? new Map<string, Entry>();
    let total = [...entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    for (const entry of entries.values()) {
      if (entries.size <= Math.max(1, most) && total <= bytes) return;
      entries.delete(entry.key);
      total -= entry.bytes;
      await this.#doors.forget(entry.key);
    }
  }
}

function keyOf(symbol: string, period: Period): string {
  return `${prefix}${symbol}:${period}`;
}

/** Rising in time and fit to be drawn: a damaged record is none. */
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

/** The device's own. */
export const keptCandles = new KeptCandles({
  read: readKept,
  keep: keepIfRoom,
  forget,
  keys: keptKeys,
  now: Date.now,
});
