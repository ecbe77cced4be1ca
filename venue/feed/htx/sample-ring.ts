import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../store/store.ts";
import type { Candle } from "../market-source.ts";

/** Where samples are stored that must outlive the process. */
interface SampleFile {
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

  /** Loads a sample from the file. */
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

  /** Candles of all stored samples, oldest first, with no trades; `scale` values make one tick. */
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

/** Second and checksum as 32-bit integers, then the value as a double: never across two blocks of a disk. */
const recordBytes = 16;
/** The file is created where it is missing, and never truncated. */
const openFlags = constants.O_RDWR | constants.O_CREAT;

/** Rings that are stored in files, one record a second. A file has the length of its ring, and new records overwrite the oldest. */
export class RingShelf {
  readonly #directory: string | undefined;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #files: number[] = [];
  #isFailing = false;

  constructor(directory: string | undefined, clock: Clock, log: Log) {
    this.#directory = directory;
    this.#clock = clock;
    this.#log = log;
  }

  /** The ring of that name, with those samples of its file that are not too old. In memory alone where the file cannot be opened. */
  open(name: string, length: number): SecondRing {
    const file = this.#openFile(name);
    if (file === undefined) return new SecondRing(length);
    const ring = new SecondRing(length, {
      write: (second, value) => this.#write(file, length, second, value),
    });
    for (const [second, value] of this.#read(file, length)) ring.restore(second, value);
    return ring;
  }

  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
  }

  #openFile(name: string): number | undefined {
    if (this.#directory === undefined) return undefined;
    try {
      mkdirSync(this.#directory, { recursive: true });
      const path = join(this.#directory, `${name}.ring`);
      const file = openSync(path, openFlags, 0o600);
      this.#files.push(file);
      return file;
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** The valid records, oldest first. */
  #read(file: number, length: number): [second: number, value: number][] {
    const bytes = Buffer.alloc(Math.min(fstatSync(file).size, length * recordBytes));
    readSync(file, bytes, 0, bytes.length, 0);
    const now = Math.floor(this.#clock.now() / 1000);
    const found: [number, number][] = [];
    for (let slot = 0; (slot + 1) * recordBytes <= bytes.length; slot++) {
      const record = bytes.subarray(slot * recordBytes, (slot + 1) * recordBytes);
      const second = record.readUInt32LE(0);
      const isOurs =
        second % length === slot &&
        second <= now &&
        second > now - length &&
        record.equals(toRecord(second, record.readDoubleLE(8)));
      if (isOurs) found.push([second, record.readDoubleLE(8)]);
    }
    return found.sort(([a], [b]) => a - b);
  }

  #write(file: number, length: number, second: number, value: number): void {
    if (!this.#files.includes(file)) return;
    try {
      writeSync(file, toRecord(second, value), 0, recordBytes, (second % length) * recordBytes);
      this.#isFailing = false;
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Logged once, not each second. */
  #fail(error: unknown): void {
    if (!this.#isFailing) this.#log("error", "index samples not kept", { error });
    this.#isFailing = true;
  }
}

function toRecord(second: number, value: number): Buffer {
  const record = Buffer.alloc(recordBytes);
  record.writeUInt32LE(second, 0);
  record.writeDoubleLE(value, 8);
  record.writeUInt32LE(crc32(record), 4);
  return record;
}
