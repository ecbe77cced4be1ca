import type { CandleData } from "../candle-columns.ts";
import type { Computation } from "./formulas.ts";

const growth = 1.125;
const firstCapacity = 256;
/** After a correction far back the computation restarts at most this many candles before it. */
const checkpointEvery = 256;
/** The carried state is stored for the last candle, the one before it and the next one. */
const recentCount = 3;

/**
 * The values of an indicator for candle columns, computed once per candle: a new last candle costs one step, a
 * correction further back the steps from there on. 4.5 bytes a value.
 */
export class ComputedLines {
  readonly #computation: Computation;
  readonly #values: Float64Array;
  readonly #carried: Float64Array;
  readonly #recent: { at: number; carried: Float64Array }[];
  #checkpoints: Float64Array[] = [];
  #buffers: Float32Array[];
  #length = 0;

  constructor(computation: Computation) {
    this.#computation = computation;
    this.#values = new Float64Array(computation.lines);
    this.#carried = new Float64Array(computation.slots);
    this.#recent = Array.from({ length: recentCount }, () => ({
      at: -1,
      carried: new Float64Array(computation.slots),
    }));
    this.#buffers = this.#makeBuffers(firstCapacity);
  }

  /** One array for each line, NaN where there is no value; longer than the number of candles. */
  get lines(): readonly Float32Array[] {
    return this.#buffers;
  }

  get byteLength(): number {
    return (
      this.#buffers.reduce((sum, buffer) => sum + buffer.byteLength, 0) +
      this.#checkpoints.length * this.#carried.byteLength
    );
  }

  /** Updates the values; candles before `from` are unchanged. Returns how many candles were computed. */
  update(data: CandleData, from: number): number {
    const length = data[0].length;
    const start = this.#resumeAt(Math.max(0, Math.min(from, this.#length, length)));
    this.#reserve(length);
    for (let at = start; at < length; at++) {
      this.#remember(at, length);
      this.#computation.step(data, at, this.#carried, this.#values);
      for (let line = 0; line < this.#buffers.length; line++) {
        const buffer = this.#buffers[line];
        if (buffer) buffer[at] = this.#values[line] ?? Number.NaN;
      }
    }
    this.#length = length;
    this.#remember(length, length);
    return length - start;
  }

  /** Restores the state carried into `wanted`, or into the nearest earlier candle with a stored state. */
  #resumeAt(wanted: number): number {
    if (this.#carried.length === 0) return wanted;
    for (const recent of this.#recent) if (recent.at > wanted) recent.at = -1;
    this.#checkpoints.length = Math.min(
      this.#checkpoints.length,
      Math.floor(wanted / checkpointEvery) + 1,
    );
    const recent = this.#recent.find(({ at }) => at === wanted);
    const checkpoint = this.#checkpoints.at(-1);
    if (recent) this.#carried.set(recent.carried);
    else if (checkpoint && wanted > 0) this.#carried.set(checkpoint);
    else this.#carried.fill(0);
    return recent
      ? wanted
      : wanted > 0 && checkpoint
        ? (this.#checkpoints.length - 1) * checkpointEvery
        : 0;
  }

  #remember(at: number, length: number): void {
    if (this.#carried.length === 0) return;
    if (at % checkpointEvery === 0 && at / checkpointEvery >= this.#checkpoints.length)
      this.#checkpoints.push(this.#carried.slice());
    if (at <= length - recentCount) return;
    const recent = this.#recent[at % recentCount];
    if (!recent) return;
    recent.at = at;
    recent.carried.set(this.#carried);
  }

  #reserve(length: number): void {
    const capacity = this.#buffers[0]?.length ?? 0;
    if (length <= capacity) return;
    const grown = this.#makeBuffers(Math.ceil(Math.max(length, capacity * growth)));
    grown.forEach((buffer, line) =>
      buffer.set(this.#buffers[line]?.subarray(0, this.#length) ?? []),
    );
    this.#buffers = grown;
  }

  #makeBuffers(capacity: number): Float32Array[] {
    return Array.from({ length: this.#computation.lines }, () => new Float32Array(capacity));
  }
}
