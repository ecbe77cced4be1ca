import * as v from "valibot";
import { marketEndpoints } from "#protocol/market.ts";
import { call } from "../../api/call.ts";
import { keep, readKept } from "../../storage/device-store.ts";
import { savesData } from "./data-saver.ts";

type Closes = readonly number[];

/** A row must have rested on screen for this long, so that a flick through the list asks nothing. */
const restMs = 250;
/** A shape of 24 hours changes little in less. */
const renewMs = 10 * 60_000;
/** After a failure, and for symbols the venue had not read yet. */
const againMs = 30_000;
const maxAsked = 60;
const maxKept = 300;
const key = "sparklines";

const keptShapes = v.object({
  at: v.number(),
  closes: v.record(v.string(), v.array(v.pipe(v.number(), v.finite()))),
});

export interface SparklineDoors {
  read: (symbols: readonly string[]) => Promise<Record<string, Closes>>;
  now: () => number;
  /** Runs what need not be in this frame. */
  later: (task: () => void) => void;
  restore: () => Promise<unknown>;
  keep: (value: v.InferOutput<typeof keptShapes>) => void;
}

/**
 * The shape of the day for every row that was on screen, outside React: rows that come to rest together
 * are asked for together, a known shape is there at once, and the last ones of this device before any.
 */
export class SparklineStore {
  readonly #doors: SparklineDoors;
  readonly #closes = new Map<string, Closes>();
  /** When a symbol is due again. */
  readonly #due = new Map<string, number>();
  readonly #rows = new Map<string, number>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restored: Promise<void> | undefined;
  #asking = false;

  constructor(doors: SparklineDoors) {
    this.#doors = doors;
  }

  closes(symbol: string): Closes | undefined {
    return this.#closes.get(symbol);
  }

  /** Hears of one symbol and wants its shape for as long; answers the way to stop. */
  follow(symbol: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(symbol) ?? new Set();
    this.#listeners.set(symbol, listeners.add(listener));
    this.#rows.set(symbol, (this.#rows.get(symbol) ?? 0) + 1);
    this.#restored ??= this.#restore();
    this.#schedule(restMs);
    return () => {
      listeners.delete(listener);
      const rows = (this.#rows.get(symbol) ?? 1) - 1;
      if (rows > 0) this.#rows.set(symbol, rows);
      else this.#rows.delete(symbol);
      if (listeners.size === 0) this.#listeners.delete(symbol);
      if (this.#rows.size === 0) clearTimeout(this.#timer);
    };
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), delayMs);
  }

  async #ask(): Promise<void> {
    await this.#restored;
    const now = this.#doors.now();
    const due = [...this.#rows.keys()]
      .filter((symbol) => (this.#due.get(symbol) ?? 0) <= now)
      .slice(0, maxAsked);
    if (due.length === 0 || this.#asking) {
      if (this.#rows.size > 0) this.#schedule(againMs);
      return;
    }
    for (const symbol of due) this.#due.set(symbol, now + againMs);
    this.#asking = true;
    try {
      this.#take(await this.#doors.read(due.toSorted()), now + renewMs);
    } catch {
      // What is drawn stays; rows still on screen ask again.
    } finally {
      this.#asking = false;
      if (this.#rows.size > 0) this.#schedule(due.length === maxAsked ? restMs : againMs);
    }
  }

  #take(shapes: Record<string, Closes>, dueAt: number): void {
    const symbols = Object.keys(shapes);
    if (symbols.length === 0) return;
    for (const [symbol, closes] of Object.entries(shapes)) {
      this.#closes.delete(symbol);
      this.#closes.set(symbol, closes);
      this.#due.set(symbol, dueAt);
    }
    for (const oldest of [...this.#closes.keys()]
      .filter((symbol) => !this.#rows.has(symbol))
      .slice(0, Math.max(0, this.#closes.size - maxKept))) {
      this.#closes.delete(oldest);
      this.#due.delete(oldest);
    }
    this.#doors.later(() => {
      for (const symbol of symbols) this.#listeners.get(symbol)?.forEach((listener) => listener());
      this.#doors.keep({
        at: this.#doors.now(),
        closes: Object.fromEntries(
          [...this.#closes].map(([symbol, closes]) => [symbol, [...closes]]),
        ),
      });
    });
  }

  async #restore(): Promise<void> {
    const kept = v.safeParse(keptShapes, await this.#doors.restore());
    if (!kept.success) return;
    const { at, closes } = kept.output;
    const dueAt = at <= this.#doors.now() ? at + renewMs : 0;
    for (const [symbol, shape] of Object.entries(closes)) {
      if (this.#closes.has(symbol)) continue;
      this.#closes.set(symbol, shape);
      this.#due.set(symbol, dueAt);
      this.#listeners.get(symbol)?.forEach((listener) => listener());
    }
  }
}

/** The page's store. */
export const sparklineStore = new SparklineStore({
  // Shapes are the first thing that somebody who pays by the byte can do without.
  read: async (symbols) =>
    savesData() || document.visibilityState === "hidden"
      ? {}
      : call(marketEndpoints.sparklines, { symbols: symbols.join() }),
  now: Date.now,
  later: (task) =>
    void (typeof requestIdleCallback === "function"
      ? requestIdleCallback(task, { timeout: 1000 })
      : setTimeout(task, 50)),
  restore: () => readKept(key),
  keep: (value) => void keep(key, value),
});
