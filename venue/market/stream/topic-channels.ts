import type { MarketSource, Tick } from "../../feed/market-source.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Log } from "../../store/store.ts";
import { type StreamConnection, type StreamFrame, pushFrame } from "./stream-connection.ts";
import type { StreamTopic } from "./stream-topic.ts";
import { type TopicReader, createTopicReader } from "./topic-reader.ts";

/** All who listen to one topic; each change is read and serialised once for them together. */
class TopicChannel {
  readonly subscribers = new Set<StreamConnection>();
  readonly topic: StreamTopic;
  readonly reader: TopicReader;
  readonly #now: () => number;
  #last = "";
  #isReading = false;
  #waitingTs: number | undefined;

  constructor(topic: StreamTopic, reader: TopicReader, now: () => number) {
    this.topic = topic;
    this.reader = reader;
    this.#now = now;
  }

  /** The state as a push for one who just subscribed; undefined where there is none to tell. */
  async greeting(): Promise<StreamFrame | undefined> {
    const state = await this.reader.current();
    const ts = this.reader.quotedAt?.() ?? this.#now();
    return state === undefined ? undefined : pushFrame(this.topic.name, ts, JSON.stringify(state));
  }

  /** Pushes what changed. Ticks that come while one is being read are taken together after it. */
  async take(ts: number): Promise<void> {
    this.#waitingTs = ts;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#waitingTs !== undefined) {
        const readTs: number = this.#waitingTs;
        this.#waitingTs = undefined;
        for (const tick of await this.reader.next(readTs)) this.#push(JSON.stringify(tick));
      }
    } finally {
      this.#isReading = false;
    }
  }

  #push(tick: string): void {
    if (tick === this.#last) return;
    this.#last = tick;
    const frame = pushFrame(this.topic.name, this.#now(), tick);
    for (const subscriber of this.subscribers) subscriber.send(frame);
  }
}

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
