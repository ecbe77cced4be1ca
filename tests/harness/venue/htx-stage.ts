import { createHtxSource, type HtxSourceOptions } from "../../../venue/feed/htx/htx-source.ts";
import type { MarketSource, Tick } from "../../../venue/feed/market-source.ts";
import { FakeHtx } from "./fake-htx.ts";

/** A minute begins here: 2020-03-06T11:33:00Z. */
export const htxStart = 1_583_494_380_000;

/** The HTX source on a manual clock, with a fake HTX that the test controls. */
export class HtxStage {
  readonly htx: FakeHtx;
  readonly source: MarketSource;
  readonly clock = { at: htxStart, now: () => this.clock.at };
  readonly ticks: Tick[] = [];
  readonly faults: string[] = [];
  private readonly topics: number;

  private constructor(htx: FakeHtx, options: Partial<HtxSourceOptions>) {
    this.htx = htx;
    const top = options.top ?? 2;
    this.topics = top * 5;
    this.source = createHtxSource({
      clock: this.clock,
      random: () => 0.5,
      log: (_level, event) => void this.faults.push(event),
      hosts: htx.hosts,
      top,
      seconds: 1,
      requestsPerSecond: 1000,
      ...options,
    });
    this.source.onTick((tick) => this.ticks.push(tick));
  }

  static async open(options: Partial<HtxSourceOptions> = {}, htx?: FakeHtx): Promise<HtxStage> {
    return new HtxStage(htx ?? (await FakeHtx.listen()), options);
  }

  async close(): Promise<void> {
    await this.source.close();
    this.htx.close();
  }

  wind(ms: number): void {
    this.clock.at += ms;
    this.source.tick(this.clock.at);
  }

  /** Started and subscribed, with figures of each symbol. */
  async connected(): Promise<void> {
    await this.source.start(this.clock.at);
    await until(
      () =>
        this.htx.subscribed.length >= this.topics &&
        this.source.tickers().length * 5 === this.topics,
    );
    this.wind(1);
  }

  /** Advances the clock until the stream is connected again and everything is subscribed. */
  async reconnected(): Promise<void> {
    this.htx.subscribed.length = 0;
    await until(() => {
      this.wind(500);
      return this.htx.sockets.size === 1 && this.htx.subscribed.length >= this.topics;
    });
  }

  /** Pushes, and waits until the source has taken it in or refused it. */
  async pushed(symbol: string, topic: string, tick: unknown, ts = this.clock.at): Promise<void> {
    this.htx.push(`market.${symbol}.${topic}`, ts, tick);
    await this.settled();
  }

  /** Waits until all sent messages are received: a later ping is answered. */
  async settled(): Promise<void> {
    const mark = this.htx.pongs.length + 1;
    this.htx.send({ ping: mark });
    await until(() => this.htx.pongs.length >= mark);
  }
}

export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 1));
}

export const quote = (bid: number, ask: number) => ({
  seqId: 1,
  quoteTime: 1,
  bid,
  bidSize: 0.5,
  ask,
  askSize: 0.25,
});
export const book = (bid: number, ask: number, size = 5) => ({
  version: 1,
  bids: [
    [bid, size],
    [bid - 1, size],
  ],
  asks: [
    [ask, size],
    [ask + 1, size],
  ],
});
export const print = (tradeId: number, price: number, amount = 0.01) => ({
  id: `1${tradeId}`,
  tradeId,
  ts: 1,
  price,
  amount,
  direction: "sell",
});
export const day = (close: number) => ({
  id: 1,
  open: 9000,
  high: Math.max(9200, close),
  low: Math.min(8900, close),
  close,
  amount: 12.5,
  vol: 113_750.5,
  count: 77,
});
