/** A candle as the market gives it: `id` is the start of its bucket in Unix s. */
export interface ColumnCandle {
  id: number;
  open: number;
  high: number;
  low: number;
  close: number;
  vol: number;
}

/** Time, open, high, low, close, turnover: one array each, all of one length, rising in time. */
export type CandleData = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

const columnCount = 6;
const growth = 1.25;
const firstCapacity = 256;

/**
 * Candles as the columns a chart draws, filled once and then kept up in place: the last candle costs O(1),
 * older pages cost one copy. At most 60 bytes a candle.
 */
export class CandleColumns {
  #buffers: Float64Array[] = makeBuffers(firstCapacity);
  #length = 0;
  #data: CandleData | null = null;

  get length(): number {
    return this.#length;
  }

  /** Start of the first and of the last bucket, Unix s; undefined while empty. */
  get firstTime(): number | undefined {
    return this.#length > 0 ? this.#buffers[0]?.[0] : undefined;
  }

  get lastTime(): number | undefined {
    return this.#length > 0 ? this.#buffers[0]?.[this.#length - 1] : undefined;
  }

  /** The columns, without a copy: valid until the next change of length. */
  get data(): CandleData {
    this.#data ??= this.#buffers.map((buffer) => buffer.subarray(0, this.#length)) as CandleData;
    return this.#data;
  }

  candleAt(index: number): ColumnCandle | undefined {
    if (index < 0 || index >= this.#length) return undefined;
    const [time, open, high, low, close, vol] = this.#buffers.map((buffer) => buffer[index] ?? Number.NaN);
    return { id: time ?? 0, open: open ?? 0, high: high ?? 0, low: low ?? 0, close: close ?? 0, vol: vol ?? 0 };
  }

  /**
   * Takes candles in, rising in time: known buckets are replaced, newer ones appended, older ones put in
   * front. Candles that are not finite or out of order are left out. Answers how many came in front.
   */
  merge(candles: readonly ColumnCandle[]): number {
    let before = -Infinity;
    const clean = candles.filter((candle) => {
      const fits = isSound(candle) && candle.id > before;
      if (fits) before = candle.id;
      return fits;
    });
    const firstTime = this.firstTime ?? Infinity;
    const older = this.#length === 0 ? [] : clean.filter((candle) => candle.id < firstTime);
    if (older.length > 0) this.#prepend(older);
    for (const candle of clean.slice(older.length)) this.#put(candle);
    return older.length;
  }

  clear(): void {
    this.#length = 0;
    this.#data = null;
  }

  #put(candle: ColumnCandle): void {
    const lastTime = this.lastTime ?? -Infinity;
    if (candle.id > lastTime) {
      this.#reserve(this.#length + 1);
      this.#length += 1;
      this.#data = null;
      this.#write(this.#length - 1, candle);
      return;
    }
    const at = candle.id === lastTime ? this.#length - 1 : this.#indexOf(candle.id);
    if (at >= 0) this.#write(at, candle);
  }

  #prepend(older: readonly ColumnCandle[]): void {
    const count = older.length;
    this.#reserve(this.#length + count);
    for (const buffer of this.#buffers) buffer.copyWithin(count, 0, this.#length);
    this.#length += count;
    this.#data = null;
    older.forEach((candle, at) => this.#write(at, candle));
  }

  #write(at: number, candle: ColumnCandle): void {
    const values = [candle.id, candle.open, candle.high, candle.low, candle.close, candle.vol];
    this.#buffers.forEach((buffer, column) => (buffer[at] = values[column] ?? Number.NaN));
  }

  #reserve(length: number): void {
    const capacity = this.#buffers[0]?.length ?? 0;
    if (length <= capacity) return;
    const grown = makeBuffers(Math.ceil(Math.max(length, capacity * growth)));
    grown.forEach((buffer, column) => buffer.set(this.#buffers[column]?.subarray(0, this.#length) ?? []));
    this.#buffers = grown;
    this.#data = null;
  }

  /** Where a bucket stands, or -1 where there is none. */
  #indexOf(time: number): number {
    const times = this.#buffers[0];
    let low = 0;
    let high = this.#length - 1;
    while (times && low <= high) {
      const middle = (low + high) >> 1;
      const found = times[middle] ?? 0;
      if (found === time) return middle;
      if (found < time) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

function makeBuffers(capacity: number): Float64Array[] {
  return Array.from({ length: columnCount }, () => new Float64Array(capacity));
}

function isSound({ id, open, high, low, close, vol }: ColumnCandle): boolean {
  return Number.isFinite(id + open + high + low + close + vol) && low <= high;
}
