import type { Candle } from "../market-source.ts";

/** Where samples go that must outlive the process. */
export interface SampleFile {
  write(second: number, value: number): void;
}

/** One whole number a second, for the last `length` seconds. */
export class SecondRing {
  readonly #values: Float64Array;
  readonly #seconds: Uint32Array;
  readonly #file: SampleFile | undefined;
  #newest = 0;

  constructor(length: number, file?: SampleFile) {
    this.#values = new Float64Array(length);
    this.#seconds = new Uint32Array(length);
    this.#file = file;
  }

  get newest(): number {
    return this.#newest;
  }

  set(second: number, value: number): void {
    this.restore(second, value);
    this.#file?.write(second, value);
  }

  /** Takes in a sample that is in the file already. */
  restore(second: number, value: number): void {
    const at = second % this.#values.length;
    this.#values[at] = value;
    this.#seconds[at] = second;
    this.#newest = Math.max(this.#newest, second);
  }

  get(second: number): number | undefined {
    const at = second % this.#values.length;
    return this.#seconds[at] === second ? this.#values[at] : undefined;
  }

  /** Candles of all that is held, oldest first, nothing traded; `scale` values make one tick. */
  candles(bucketOf: (second: number) => number, scale: number): Candle[] {
    const candles: Candle[] = [];
    for (
      let second = Math.max(1, this.#newest - this.#values.length + 1);
      second <= this.#newest;
      second++
    ) {
      const value = this.get(second);
      if (value === undefined) continue;
      const price = Math.round(value / scale);
      const last = candles.at(-1);
      const id = last && second < last.id + 60 ? last.id : bucketOf(second);
      if (last?.id !== id)
        candles.push({
          id,
          open: price,
          high: price,
          low: price,
          close: price,
          amount: 0,
          vol: 0,
          count: 0,
        });
      else {
        last.high = Math.max(last.high, price);
        last.low = Math.min(last.low, price);
        last.close = price;
      }
    }
    return candles;
  }
}
