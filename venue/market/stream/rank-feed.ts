import type { MarketSource } from "../../feed/market-source.ts";
import { isInScope } from "../quotes/rank.ts";
import { type StreamConnection, pushFrame } from "./stream-connection.ts";
import { toTickerRow } from "../quotes/quote-wire.ts";

export const rankTopic = "market.rank";
/** Bounds of `interval_ms`; it counts in whole steps, so that clients of one interval share their batches. */
export const rankInterval = { min: 100, max: 10_000, usual: 1000, step: 100 } as const;

/** A batch goes out this much early rather than wait for the source's next tick. */
const earlyMs = 50;

interface Batch {
  subscribers: Set<StreamConnection>;
  changed: Set<string>;
  sentAt: number;
}

/**
 * `market.rank`: the whole ticker list to one who subscribes, then only the rows that changed, as often
 * as each asked for. A row is serialised once whatever the number of sockets and intervals.
 */
export class RankFeed {
  readonly #source: MarketSource;
  readonly #now: () => number;
  readonly #rows = new Map<string, string>();
  readonly #batches = new Map<number, Batch>();
  #wholeText: string | undefined;

  constructor(source: MarketSource, now: () => number) {
    this.#source = source;
    this.#now = now;
  }

  subscribe(connection: StreamConnection, intervalMs: number): void {
    this.unsubscribe(connection);
    if (this.#batches.size === 0)
      this.#readRows(this.#source.tickers().map(({ symbol }) => symbol));
    const interval = Math.max(
      rankInterval.min,
      Math.ceil(intervalMs / rankInterval.step) * rankInterval.step,
    );
    const batch = this.#batches.get(interval) ?? {
      subscribers: new Set(),
      changed: new Set(),
      sentAt: this.#now(),
    };
    this.#batches.set(interval, batch);
    batch.subscribers.add(connection);
  }

  unsubscribe(connection: StreamConnection): void {
    for (const [interval, batch] of this.#batches) {
      if (batch.subscribers.delete(connection) && batch.subscribers.size === 0)
        this.#batches.delete(interval);
    }
    if (this.#batches.size === 0) this.#forget();
  }

  /** The whole list as JSON text. */
  wholeText(): string {
    if (this.#rows.size === 0) this.#readRows(this.#source.tickers().map(({ symbol }) => symbol));
    return (this.#wholeText ??= `[${[...this.#rows.values()].join(",")}]`);
  }

  take(symbols: readonly string[]): void {
    if (this.#batches.size === 0) {
      this.#forget();
      return;
    }
    const changed = this.#readRows(symbols);
    for (const batch of this.#batches.values())
      for (const symbol of changed) batch.changed.add(symbol);
    this.flush();
  }

  /** Sends the batches whose interval has passed. */
  flush(): void {
    const now = this.#now();
    for (const [interval, batch] of this.#batches) {
      const elapsed = now - batch.sentAt;
      if (batch.changed.size === 0 || (elapsed >= 0 && elapsed < interval - earlyMs)) continue;
      batch.sentAt = now;
      const rows = [...batch.changed].flatMap((symbol) => this.#rows.get(symbol) ?? []);
      batch.changed.clear();
      const frame = pushFrame(rankTopic, now, `[${rows.join(",")}]`);
      for (const subscriber of batch.subscribers) subscriber.send(frame);
    }
  }

  #readRows(symbols: readonly string[]): string[] {
    const { source: src } = this.#source.health();
    const changed = symbols.filter((symbol) => {
      const ticker = this.#source.ticker(symbol);
      const spec = this.#source.spec(symbol);
      if (!ticker || !spec || !isInScope(spec, undefined)) return false;
      const row = JSON.stringify(toTickerRow(ticker, spec, src));
      if (this.#rows.get(symbol) === row) return false;
      this.#rows.set(symbol, row);
      return true;
    });
    if (changed.length > 0) this.#wholeText = undefined;
    return changed;
  }

  /** Rows are kept fresh only while somebody listens. */
  #forget(): void {
    this.#rows.clear();
    this.#wholeText = undefined;
  }
}
