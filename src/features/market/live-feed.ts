import { marketEndpoints, type TickerRow } from "#protocol/market.ts";
import { call } from "../../api/call.ts";
import { runtimeConfig } from "../../api/config.ts";
import { learnVenueTime } from "../../api/venue-clock.ts";
import type { MarketStore } from "./market-store.ts";
import { readTickers } from "./read-tickers.ts";

const pollMs = 3000;
const slowPollMs = 15_000;
const rankIntervalMs = 1000;
const backOffMs = { first: 500, max: 30_000 } as const;
const silentAfterMs = 12_000;

export type TopicListener = (tick: unknown, ts: number) => void;

/**
 * Market data as it comes: the stream where there is one, polling where sockets are blocked or not
 * configured, nothing while the page is hidden. One per page.
 */
export class LiveFeed {
  readonly #store: MarketStore;
  readonly #topics = new Map<string, Set<TopicListener>>();
  readonly #streamingListeners = new Set<() => void>();
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #running = false;

  constructor(store: MarketStore) {
    this.#store = store;
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    document.addEventListener("visibilitychange", this.#onVisibility);
    window.addEventListener("pageshow", this.#resume);
    window.addEventListener("online", this.#resume);
    this.#resume();
  }

  stop(): void {
    this.#running = false;
    document.removeEventListener("visibilitychange", this.#onVisibility);
    window.removeEventListener("pageshow", this.#resume);
    window.removeEventListener("online", this.#resume);
    this.#pause();
  }

  /** Subscribes to a topic of the stream, such as `market.btcusdt.kline.1min`; answers the way to stop. */
  subscribe(topic: string, listener: TopicListener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    if (listeners.size === 0) this.#say({ sub: topic, id: topic });
    this.#topics.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#topics.delete(topic);
      this.#say({ unsub: topic, id: topic });
    };
  }

  /** True while the stream delivers; polling screens ask more often while it does not. */
  get streaming(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Called when the stream opens or goes. */
  subscribeStreaming = (listener: () => void): (() => void) => {
    this.#streamingListeners.add(listener);
    return () => this.#streamingListeners.delete(listener);
  };

  /** Asks the venue for the whole rank at once: pull to refresh, return to the app. */
  async refresh(): Promise<void> {
    const rows = await call(marketEndpoints.mergedTickerRank, { sort: "vol", limit: 5000 });
    this.#store.take(rows, { wholeRank: true });
  }

  #onVisibility = (): void => {
    if (document.visibilityState === "hidden") this.#pause();
    else this.#resume();
  };

  #resume = (): void => {
    if (!this.#running || document.visibilityState === "hidden") return;
    this.#failures = 0;
    clearTimeout(this.#retry);
    if (!this.#socket) this.#connect();
    this.#schedulePoll(0);
  };

  #pause(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#poll);
    clearTimeout(this.#silence);
    this.#socket?.close();
    this.#socket = null;
    this.#tellStreaming();
  }

  #connect(): void {
    const stream = runtimeConfig().stream;
    if (!stream) return;
    const address = new URL(stream, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#failures = 0;
      this.#say({ sub: "market.rank", id: "rank", interval_ms: rankIntervalMs });
      for (const topic of this.#topics.keys()) this.#say({ sub: topic, id: topic });
      this.#expectWord(socket);
      this.#tellStreaming();
    });
    socket.addEventListener("message", (event) => {
      this.#expectWord(socket);
      this.#hear(event.data);
    });
    socket.addEventListener("close", () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#tellStreaming();
      this.#reconnectLater();
    });
  }

  /** The venue pings every five seconds; a stream that says nothing for longer is dead. */
  #expectWord(socket: WebSocket): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => socket.close(), silentAfterMs);
  }

  #reconnectLater(): void {
    if (!this.#running || document.visibilityState === "hidden") return;
    const ceiling = Math.min(backOffMs.max, backOffMs.first * 2 ** this.#failures++);
    this.#retry = setTimeout(() => this.#connect(), ceiling * (0.5 + Math.random() / 2));
    this.#schedulePoll(0);
  }

  #hear(data: unknown): void {
    const message = parse(data);
    if (message === undefined) return;
    if (typeof message["ping"] === "number") {
      this.#say({ pong: message["ping"] });
      return;
    }
    const topic = message["ch"];
    const ts = typeof message["ts"] === "number" ? message["ts"] : 0;
    if (topic === "market.rank") {
      const rows = readTickers(message["tick"] ?? message["data"]);
      if (rows.length > 0) this.#take(rows, ts);
      return;
    }
    if (typeof topic === "string") for (const listener of this.#topics.get(topic) ?? []) listener(message["tick"], ts);
  }

  #take(rows: readonly TickerRow[], ts: number): void {
    if (ts > 0) learnVenueTime(ts, Date.now());
    this.#store.setSourceState("live");
    this.#store.take(rows);
  }

  /** While the stream is open a slow poll heals what it may have missed; without it the poll is the feed. */
  #schedulePoll(delayMs: number): void {
    clearTimeout(this.#poll);
    if (!this.#running || document.visibilityState === "hidden") return;
    this.#poll = setTimeout(() => {
      void this.#pollOnce().finally(() => this.#schedulePoll(this.streaming ? slowPollMs : pollMs));
    }, delayMs);
  }

  async #pollOnce(): Promise<void> {
    try {
      const sentAt = Date.now();
      const [time, status] = await Promise.all([
        call(marketEndpoints.timestamp, {}).then((at) => ({ at, receivedAt: Date.now() })),
        call(marketEndpoints.status, {}),
        this.refresh(),
      ]);
      learnVenueTime(time.at, sentAt, time.receivedAt);
      this.#store.setSourceState(status.state);
    } catch {
      // The rows stay and grow old on screen; the next poll tries again.
    }
  }

  #tellStreaming(): void {
    for (const listener of this.#streamingListeners) listener();
  }

  #say(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}

function parse(data: unknown): Record<string, unknown> | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
