/** A candle as the venue sends it: `id` is its start in Unix s. */
export interface ColumnCandle {
  id: number;
  open: number;
  high: number;
  low: number;
  close: number;
  vol: number;
}

/** Time, open, high, low, close, turnover: arrays of the same length, ascending in time. */
export type CandleData = [
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
  Float64Array,
];

/** The candles of columns, one by one. */
export function candlesOf([time, open, high, low, close, vol]: CandleData): ColumnCandle[] {
  return Array.from(time, (id, at) => ({
    id,
    open: open[at] ?? 0,
    high: high[at] ?? 0,
    low: low[at] ?? 0,
    close: close[at] ?? 0,
    vol: vol[at] ?? 0,
  }));
}

/** What a merge did to the columns. */
export interface ColumnsChange {
  /** How many candles were added in front; negative where the oldest were dropped. */
  older: number;
  /** Index after the change of the first candle that differs; Infinity where none does. */
  from: number;
}

const columnCount = 6;
const growth = 1.125;
const firstCapacity = 256;

/**
 * Candles as the columns a chart draws, updated in place: the last candle costs O(1), older pages cost one copy.
 * At most 54 bytes a candle when there are many.
 */
export class CandleColumns {
  #buffers: Float64Array[] = makeBuffers(firstCapacity);
  #length = 0;
  #data: CandleData | null = null;

  get length(): number {
    return this.#length;
  }

  /** Start of the first and of the last candle, Unix s; undefined while empty. */
  get firstTime(): number | undefined {
    return this.#length > 0 ? this.#buffers[0]?.[0] : undefined;
  }

  get lastTime(): number | undefined {
    return this.#length > 0 ? this.#buffers[0]?.[this.#length - 1] : undefined;
  }

  get byteLength(): number {
    return this.#buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0);
  }

  /** The columns, without a copy: valid until the next change of length. */
  get data(): CandleData {
    this.#data ??= this.#buffers.map((buffer) => buffer.subarray(0, this.#length)) as CandleData;
    return this.#data;
  }

  candleAt(index: number): ColumnCandle | undefined {
    if (index < 0 || index >= this.#length) return undefined;
    const [time, open, high, low, close, vol] = this.#buffers.map(
      (buffer) => buffer[index] ?? Number.NaN,
    );
    return {
      id: time ?? 0,
      open: open ?? 0,
      high: high ?? 0,
      low: low ?? 0,
      close: close ?? 0,
      vol: vol ?? 0,
    };
  }

  /**
   * Merges candles, ascending in time: known ones are replaced, newer ones appended, older ones put in front.
   * Candles that are not finite or out of order are omitted.
   */
  merge(candles: readonly ColumnCandle[]): ColumnsChange {
    let before = -Infinity;
    const clean = candles.filter((candle) => {
      const fits = isSound(candle) && candle.id > before;
      if (fits) before = candle.id;
      return fits;
    });
    const firstTime = this.firstTime ?? Infinity;
    const older = this.#length === 0 ? [] : clean.filter((candle) => candle.id < firstTime);
    if (older.length > 0) this.#prepend(older);
    let from = older.length > 0 ? 0 : Infinity;
    for (const candle of clean.slice(older.length)) from = Math.min(from, this.#put(candle));
    return { older: older.length, from };
  }

  /** Drops the oldest candles until `length` are left. */
  keepNewest(length: number): ColumnsChange {
    const gone = this.#length - length;
    if (gone <= 0) return { older: 0, from: Infinity };
    for (const buffer of this.#buffers) buffer.copyWithin(0, gone, this.#length);
    this.#length = length;
    this.#data = null;
    return { older: -gone, from: 0 };
  }

  /** Index of the candle that starts at `time`, or -1. */
  indexOf(time: number): number {
    const at = this.#lowerBound(time);
    return this.#buffers[0]?.[at] === time && at < this.#length ? at : -1;
  }

  /** Index of the newest candle that starts at `time` or before; 0 where all start later, -1 while empty. */
  indexAt(time: number): number {
    const at = this.#lowerBound(time);
    if (at < this.#length && this.#buffers[0]?.[at] === time) return at;
    return Math.min(this.#length - 1, Math.max(0, at - 1));
  }

  clear(): void {
    this.#length = 0;
    this.#data = null;
  }

  /** Returns the index of the first change. */
  #put(candle: ColumnCandle): number {
    const lastTime = this.lastTime ?? -Infinity;
    if (candle.id > lastTime) {
      this.#reserve(this.#length + 1);
      this.#length += 1;
      this.#data = null;
      this.#write(this.#length - 1, candle);
      return this.#length - 1;
    }
    const at = candle.id === lastTime ? this.#length - 1 : this.indexOf(candle.id);
    return at >= 0 && this.#write(at, candle) ? at : Infinity;
  }

  #prepend(older: readonly ColumnCandle[]): void {
    const count = older.length;
    this.#reserve(this.#length + count);
    for (const buffer of this.#buffers) buffer.copyWithin(count, 0, this.#length);
    this.#length += count;
    this.#data = null;
    older.forEach((candle, at) => this.#write(at, candle));
  }

  /** Returns whether anything changed. */
  #write(at: number, candle: ColumnCandle): boolean {
    const values = [candle.id, candle.open, candle.high, candle.low, candle.close, candle.vol];
    let changed = false;
    this.#buffers.forEach((buffer, column) => {
      const value = values[column] ?? Number.NaN;
      changed ||= buffer[at] !== value;
      buffer[at] = value;
    });
    return changed;
  }

  #reserve(length: number): void {
    const capacity = this.#buffers[0]?.length ?? 0;
    if (length <= capacity) return;
    const grown = makeBuffers(Math.ceil(Math.max(length, capacity * growth)));
    grown.forEach((buffer, column) =>
      buffer.set(this.#buffers[column]?.subarray(0, this.#length) ?? []),
    );
    this.#buffers = grown;
    this.#data = null;
  }

  /** Index of the first candle that starts at `time` or later. */
  #lowerBound(time: number): number {
    const times = this.#buffers[0];
    let low = 0;
    let high = this.#length;
    while (times && low < high) {
      const middle = (low + high) >> 1;
      if ((times[middle] ?? Infinity) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function makeBuffers(capacity: number): Float64Array[] {
  return Array.from({ length: columnCount }, () => new Float64Array(capacity));
}

function isSound({ id, open, high, low, close, vol }: ColumnCandle): boolean {
  return Number.isFinite(id + open + high + low + close + vol) && low <= high;
}
