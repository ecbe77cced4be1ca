import type { MarketSource, Tick } from "../feed/market-source.ts";
import { Refusal } from "../store/refusal.ts";
import type { Log } from "../store/store.ts";
import type { StreamConnection } from "./stream-connection.ts";
import type { StreamTopic } from "./stream-topic.ts";
import { TopicChannel } from "./topic-channel.ts";
import { createTopicReader } from "./topic-reader.ts";

/** The channels that have listeners, by symbol, so that a tick costs what is listened to. */
export class TopicChannels {
  readonly #source: MarketSource;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #bySymbol = new Map<string, Map<string, TopicChannel>>();

  constructor(source: MarketSource, now: () => number, log: Log) {
    this.#source = source;
    this.#now = now;
    this.#log = log;
  }

  /** The open channel of a topic, if any. */
  find(topic: StreamTopic): TopicChannel | undefined {
    return this.#bySymbol.get(topic.spec.symbol)?.get(topic.name);
  }

  subscribe(connection: StreamConnection, topic: StreamTopic): void {
    const ofSymbol = this.#bySymbol.get(topic.spec.symbol) ?? new Map<string, TopicChannel>();
    this.#bySymbol.set(topic.spec.symbol, ofSymbol);
    const channel =
      ofSymbol.get(topic.name) ??
      new TopicChannel(topic, createTopicReader(this.#source, topic), this.#now);
    ofSymbol.set(topic.name, channel);
    channel.subscribers.add(connection);
    if (topic.kind === "mbp" || topic.kind === "trade") return;
    this.#attend(channel, async () => {
      const frame = await channel.greeting();
      if (frame && channel.subscribers.has(connection)) connection.send(frame);
    });
  }

  unsubscribe(connection: StreamConnection, name: string): void {
    for (const [symbol, ofSymbol] of this.#bySymbol) {
      const channel = ofSymbol.get(name);
      if (!channel?.subscribers.delete(connection)) continue;
      if (channel.subscribers.size === 0) ofSymbol.delete(name);
      if (ofSymbol.size === 0) this.#bySymbol.delete(symbol);
      return;
    }
  }

  take(tick: Tick): void {
    for (const symbol of tick.symbols) {
      for (const channel of this.#bySymbol.get(symbol)?.values() ?? [])
        this.#attend(channel, () => channel.take(tick.ts));
    }
  }

  /** A source that cannot answer now is no fault: its next tick pushes again. */
  #attend(channel: TopicChannel, work: () => Promise<void>): void {
    work().catch((error: unknown) => {
      if (error instanceof Refusal) return;
      this.#log("error", "stream topic failed", { topic: channel.topic.name, error });
    });
  }
}
