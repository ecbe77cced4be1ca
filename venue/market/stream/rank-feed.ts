import {
  changedFigures,
  rankFigures,
  toRankChange,
  type RankChange,
} from "#protocol/api/rank-changes.ts";
import type { MarketSource } from "../../feed/market-source.ts";
import { isInScope } from "../quotes/rank.ts";
import { type StreamConnection, StreamFrame, pushFrame } from "./stream-connection.ts";
import { toTickerRow } from "../quotes/quote-wire.ts";

export const rankTopic = "market.rank";
/** Bounds of `interval_ms`; it counts in whole steps, so that clients of one interval share their batches. */
export const rankInterval = { min: 100, max: 10_000, usual: 1000, step: 100 } as const;

/** A batch goes out this much early rather than wait for the source's next tick. */
const earlyMs = 50;

/** Whole rows, or of rows that the client has only what changed of the figures with these bits. */
export type RankForm = "rows" | number;

/** In the place of bits: the clients do not have the row yet. */
const newRow = 1 << rankFigures.length;

interface Batch {
  subscribers: Map<StreamConnection, RankForm>;
  /** Symbols with the bits of the figures that changed since the last frame. */
  changed: Map<string, number>;
  sentAt: number;
}

type Row = ReturnType<typeof toTickerRow>;

/**
 * `market.rank`: the whole ticker list to one who subscribes, then only the rows that changed, or only their changed
 * figures, as often as each asked for. A frame is serialised once for all sockets of an interval.
 */
export class RankFeed {
  readonly #source: MarketSource;
  readonly #now: () => number;
  readonly #rows = new Map<string, Row>();
  readonly #batches = new Map<number, Batch>();
  #wholeText: string | undefined;

  constructor(source: MarketSource, now: () => number) {
    this.#source = source;
    this.#now = now;
  }

  subscribe(connection: StreamConnection, intervalMs: number, form: RankForm): void {
    this.unsubscribe(connection);
    if (this.#batches.size === 0)
      this.#readRows(this.#source.tickers().map(({ symbol }) => symbol));
    const interval = Math.max(
      rankInterval.min,
      Math.ceil(intervalMs / rankInterval.step) * rankInterval.step,
    );
    const batch = this.#batches.get(interval) ?? {
      subscribers: new Map<StreamConnection, RankForm>(),
      changed: new Map<string, number>(),
      sentAt: this.#now(),
    };
    this.#batches.set(interval, batch);
    batch.subscribers.set(connection, form);
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
    return (this.#wholeText ??= JSON.stringify([...this.#rows.values()]));
  }

  take(symbols: readonly string[]): void {
    if (this.#batches.size === 0) {
      this.#forget();
      return;
    }
    const changed = this.#readRows(symbols);
    for (const batch of this.#batches.values())
      for (const [symbol, bits] of changed)
        batch.changed.set(symbol, (batch.changed.get(symbol) ?? 0) | bits);
    this.flush();
  }

  /** Sends the batches whose interval has passed. */
  flush(): void {
    const now = this.#now();
    for (const [interval, batch] of this.#batches) {
      const elapsed = now - batch.sentAt;
      if (batch.changed.size === 0 || (elapsed >= 0 && elapsed < interval - earlyMs)) continue;
      batch.sentAt = now;
      const frames = new Map<RankForm, StreamFrame>();
      for (const [subscriber, form] of batch.subscribers) {
        const frame = frames.get(form) ?? this.#frame(form, batch.changed, now);
        frames.set(form, frame);
        subscriber.send(frame);
      }
      batch.changed.clear();
    }
  }

  #frame(form: RankForm, changed: ReadonlyMap<string, number>, now: number): StreamFrame {
    const whole: Row[] = [];
    const changes: RankChange[] = [];
    for (const [symbol, bits] of changed) {
      const row = this.#rows.get(symbol);
      if (!row) continue;
      if (form === "rows" || bits >= newRow) whole.push(row);
      else changes.push(toRankChange(row, bits & form, now));
    }
    if (form === "rows") return pushFrame(rankTopic, now, JSON.stringify(whole));
    const rows = whole.length > 0 ? { tick: whole } : {};
    return new StreamFrame(JSON.stringify({ ch: rankTopic, ts: now, ...rows, changes }));
  }

  /** Reads rows again; those that changed, with the bits of what did. */
  #readRows(symbols: readonly string[]): [string, number][] {
    const { source: src } = this.#source.health();
    const changed = symbols.flatMap((symbol): [string, number][] => {
      const ticker = this.#source.ticker(symbol);
      const spec = this.#source.spec(symbol);
      if (!ticker || !spec || !isInScope(spec, undefined)) return [];
      const row = toTickerRow(ticker, spec, src);
      const before = this.#rows.get(symbol);
      const bits =
        before?.base === row.base && before.quote === row.quote && before.src === row.src
          ? changedFigures(before, row)
          : newRow;
      if (bits === 0 && before?.ts === row.ts) return [];
      this.#rows.set(symbol, row);
      return [[symbol, bits]];
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
