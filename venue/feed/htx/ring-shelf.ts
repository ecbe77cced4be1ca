import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Clock } from "../../clock.ts";
import type { Log } from "../../store/store.ts";
import { SecondRing } from "./second-ring.ts";

/** Second and checksum as 32-bit integers, then the value as a double: never across two blocks of a disk. */
const recordBytes = 16;
/** Made where it is missing, never emptied. */
const openFlags = constants.O_RDWR | constants.O_CREAT;

/** Rings whose samples lie in files, one record a second, each ring as long as its file and written over again. */
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

  /** The ring of that name with the samples of its file that are still of its time. In memory alone where the file cannot be had. */
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

  /** Sound records, oldest first. */
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

  /** Told once, not each second. */
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
