import * as v from "valibot";
import { marketEndpoints } from "#protocol/api/market.ts";
import { call } from "../../../api/call.ts";
import { getItem, setItem } from "../../../storage/database.ts";
import { savesData } from "../feed/data-saver.ts";

type Closes = readonly number[];

/** A row must stay on screen for this long, so that fast scrolling sends no requests. */
const restMs = 250;
/** The shape of 24 hours changes little in less time. */
const renewMs = 10 * 60_000;
/** The pause after a failure, and for symbols the venue has no shape of yet. */
const retryMs = 30_000;
const maxRequested = 60;
const maxPersisted = 300;
const key = "sparklines";

const persistedShapes = v.object({
  at: v.number(),
  closes: v.record(v.string(), v.array(v.pipe(v.number(), v.finite()))),
});

export interface SparklineDeps {
  read: (symbols: readonly string[]) => Promise<Record<string, Closes>>;
  now: () => number;
  /** Runs a task that can wait for a later frame. */
  later: (task: () => void) => void;
  restore: () => Promise<unknown>;
  keep: (value: v.InferOutput<typeof persistedShapes>) => void;
}

/**
 * The 24-hour shape of every row that was on screen, outside React. Rows that stop scrolling together are
 * requested together. A known shape is shown at once, and at the start the persisted ones.
 */
export class SparklineStore {
  readonly #deps: SparklineDeps;
  readonly #closes = new Map<string, Closes>();
  /** When the shape of a symbol is to be read again. */
  readonly #due = new Map<string, number>();
  readonly #rows = new Map<string, number>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #restored: Promise<void> | undefined;
  #isReading = false;

  constructor(deps: SparklineDeps) {
    this.#deps = deps;
  }

  closes(symbol: string): Closes | undefined {
    return this.#closes.get(symbol);
  }

  /** Subscribes to the shape of one symbol, which is read while subscribed. Returns a function that unsubscribes. */
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
    this.#timer = setTimeout(() => void this.#readDue(), delayMs);
  }

  async #readDue(): Promise<void> {
    await this.#restored;
    const now = this.#deps.now();
    const due = [...this.#rows.keys()]
      .filter((symbol) => (this.#due.get(symbol) ?? 0) <= now)
      .slice(0, maxRequested);
    if (due.length === 0 || this.#isReading) {
      if (this.#rows.size > 0) this.#schedule(retryMs);
      return;
    }
    for (const symbol of due) this.#due.set(symbol, now + retryMs);
    this.#isReading = true;
    try {
      this.#take(await this.#deps.read(due.toSorted()), now + renewMs);
    } catch {
      // The drawn shapes stay; rows still on screen are requested again.
    } finally {
      this.#isReading = false;
      if (this.#rows.size > 0) this.#schedule(due.length === maxRequested ? restMs : retryMs);
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
      .slice(0, Math.max(0, this.#closes.size - maxPersisted))) {
      this.#closes.delete(oldest);
      this.#due.delete(oldest);
    }
    this.#deps.later(() => {
      for (const symbol of symbols) this.#listeners.get(symbol)?.forEach((listener) => listener());
      this.#deps.keep({
        at: this.#deps.now(),
        closes: Object.fromEntries(
          [...this.#closes].map(([symbol, closes]) => [symbol, [...closes]]),
        ),
      });
    });
  }

  async #restore(): Promise<void> {
    const persisted = v.safeParse(persistedShapes, await this.#deps.restore());
    if (!persisted.success) return;
    const { at, closes } = persisted.output;
    const dueAt = at <= this.#deps.now() ? at + renewMs : 0;
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
  // Shapes are the first data to save.
  read: async (symbols) =>
    savesData() || document.visibilityState === "hidden"
      ? {}
      : call(marketEndpoints.sparklines, { symbols: symbols.join() }),
  now: Date.now,
  later: (task) =>
    void (typeof requestIdleCallback === "function"
      ? requestIdleCallback(task, { timeout: 1000 })
      : setTimeout(task, 50)),
  restore: () => getItem(key),
  keep: (value) => void setItem(key, value),
});
