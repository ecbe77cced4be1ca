import { marketEndpoints, type TickerRow } from "#protocol/market.ts";
import { makeNonce, signRequest } from "#protocol/signature.ts";
import { call, type Signer } from "../../api/call.ts";
import { runtimeConfig } from "../../api/config.ts";
import { learnVenueTime, venueNow } from "../../api/venue-clock.ts";
import { subscribeDataSaver } from "./data-saver.ts";
import { feedPace } from "./feed-pace.ts";
import { canUnpack, LiveFeedStream, type StreamMessage } from "./live-feed-stream.ts";
import type { MarketStore } from "./market-store.ts";
import { readTickers } from "./read-tickers.ts";

/** The longest pause between reads that fail. */
const worstPollMs = 8000;
/** How often the venue is asked for its clock and for how its source fares. */
const learnEveryMs = 15_000;

/** Topics of one user, told once the stream knows who asks. */
const ownTopics = "user.";

export type TopicListener = (tick: unknown, ts: number) => void;

/**
 * Market data as it comes: the stream where there is one, polling where sockets are blocked or not
 * configured, nothing while the page is hidden. One per page.
 */
export class LiveFeed {
  readonly #store: MarketStore;
  readonly #topics = new Map<string, Set<TopicListener>>();
  readonly #streamingListeners = new Set<() => void>();
  readonly #stream: LiveFeedStream;
  #signer: () => Signer | null = () => null;
  /** Whose the stream is, as it has confirmed since it was opened. */
  #provenId: string | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #failedPolls = 0;
  #rankAt = Number.NEGATIVE_INFINITY;
  #learntAt = Number.NEGATIVE_INFINITY;
  /** The venue says no times, so each list is dated by the clock that came with it. */
  #isUntimed = false;
  #hasStreamed = false;
  #running = false;
  #stopSaver: (() => void) | undefined;

  constructor(store: MarketStore) {
    this.#store = store;
    this.#stream = new LiveFeedStream({
      address: streamAddress,
      opened: () => this.#askAgain(),
      heard: (message) => this.#hear(message),
      changed: () => this.#streamChanged(),
      reachable: () => this.#failedPolls === 0 && this.#learntAt > 0,
    });
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    document.addEventListener("visibilitychange", this.#onVisibility);
    window.addEventListener("pageshow", this.#resume);
    // A page that is kept for the way back is kept without a socket only.
    window.addEventListener("pagehide", this.#pause);
    window.addEventListener("online", this.#onOnline);
    this.#stopSaver = subscribeDataSaver(this.#onPace);
    this.#resume();
  }

  stop(): void {
    this.#running = false;
    document.removeEventListener("visibilitychange", this.#onVisibility);
    window.removeEventListener("pageshow", this.#resume);
    window.removeEventListener("pagehide", this.#pause);
    window.removeEventListener("online", this.#onOnline);
    this.#stopSaver?.();
    this.#pause();
  }

  /** Subscribes to a topic of the stream, such as `market.btcusdt.kline.1min`; answers the way to stop. */
  subscribe(topic: string, listener: TopicListener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    if (listeners.size === 0 && !topic.startsWith(ownTopics))
      this.#stream.say({ sub: topic, id: topic });
    this.#topics.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#topics.get(topic) !== listeners) return;
      this.#topics.delete(topic);
      this.#stream.say({ unsub: topic, id: topic });
    };
  }

  /** Subscribes to a topic of the session's user, such as `user.coin`; what it told while nobody listened has to be read. */
  subscribeOwn(
    topic: `user.${string}`,
    signer: () => Signer | null,
    listener: TopicListener,
  ): () => void {
    const stop = this.subscribe(topic, listener);
    this.#signer = signer;
    if (this.#provenId !== undefined && this.#provenId === signer()?.id)
      this.#stream.say({ sub: topic, id: topic });
    else this.#prove();
    return stop;
  }

  /** True while the stream tells what is the user's own. */
  get tellsOwn(): boolean {
    return this.streaming && this.#provenId !== undefined;
  }

  /** True while the stream delivers; polling screens ask more often while it does not. */
  get streaming(): boolean {
    return this.#stream.speaking;
  }

  /** Called when the stream begins or ceases to deliver: what it did not tell in between must be read. */
  subscribeStreaming = (listener: () => void): (() => void) => {
    this.#streamingListeners.add(listener);
    return () => this.#streamingListeners.delete(listener);
  };

  /** Asks the venue for the whole rank at once: pull to refresh, return to the app. */
  async refresh(): Promise<void> {
    await this.#read({ rank: true, clock: this.#isUntimed });
  }

  /** Takes up a whole rank that somebody else has just asked for, so that it is not asked for twice. */
  takeUp(rows: readonly TickerRow[]): void {
    this.#takeWhole(rows, undefined);
  }

  #onVisibility = (): void => {
    if (document.visibilityState === "hidden") this.#pause();
    else this.#resume();
  };

  #resume = (): void => {
    this.#wake(false);
  };

  #onOnline = (): void => {
    this.#wake(true);
  };

  #wake(isOtherNetwork: boolean): void {
    if (!this.#running || document.visibilityState === "hidden") return;
    this.#failedPolls = 0;
    this.#stream.open(isOtherNetwork);
    this.#schedulePoll(0);
  }

  #pause = (): void => {
    clearTimeout(this.#poll);
    this.#stream.close();
  };

  #onPace = (): void => {
    this.#subscribeRank();
    if (this.#running) this.#schedulePoll(this.#pollMs());
  };

  #askAgain(): void {
    this.#provenId = undefined;
    this.#subscribeRank();
    for (const topic of this.#topics.keys())
      if (!topic.startsWith(ownTopics)) this.#stream.say({ sub: topic, id: topic });
    this.#prove();
  }

  #prove(): void {
    const isAsked = [...this.#topics.keys()].some((topic) => topic.startsWith(ownTopics));
    const signer = isAsked ? this.#signer() : null;
    if (!signer) return;
    const nonce = makeNonce((length) => crypto.getRandomValues(new Uint8Array(length)));
    this.#stream.say({
      op: "auth",
      id: "auth",
      ...signRequest(signer, nonce, Math.floor(venueNow() / 1000)),
    });
  }

  #hearProof(message: StreamMessage): void {
    const id = this.#signer()?.id;
    this.#provenId = message["status"] === "ok" && message["userid"] === id ? id : undefined;
    if (this.#provenId !== undefined)
      for (const topic of this.#topics.keys())
        if (topic.startsWith(ownTopics)) this.#stream.say({ sub: topic, id: topic });
    for (const listener of this.#streamingListeners) listener();
  }

  #subscribeRank(): void {
    this.#stream.say({ sub: "market.rank", id: "rank", interval_ms: feedPace().rankMs });
  }

  #streamChanged(): void {
    if (this.streaming && this.#hasStreamed) {
      // What was missed is read, not by everybody in the same moment.
      this.#rankAt = Number.NEGATIVE_INFINITY;
      this.#schedulePoll(Math.random() * 1000);
    } else if (!this.streaming) this.#schedulePoll(0);
    this.#hasStreamed ||= this.streaming;
    for (const listener of this.#streamingListeners) listener();
  }

  #hear(message: StreamMessage): void {
    if (message["op"] === "auth") return this.#hearProof(message);
    const isOwn = message["op"] === "notify";
    const topic = isOwn ? message["topic"] : message["ch"];
    const ts = typeof message["ts"] === "number" ? message["ts"] : 0;
    if (topic === "market.rank") {
      const rows = readTickers(message["tick"] ?? message["data"]);
      if (rows.length > 0) this.#take(rows, ts);
      return;
    }
    if (typeof topic === "string")
      for (const listener of this.#topics.get(topic) ?? [])
        listener(message[isOwn ? "data" : "tick"], ts);
  }

  #take(rows: readonly TickerRow[], ts: number): void {
    if (ts > 0) learnVenueTime(ts, Date.now());
    this.#store.setSourceState("live");
    this.#store.take(rows, { arrivedAt: venueNow() });
  }

  #takeWhole(rows: readonly TickerRow[], arrivedAt: number | undefined): void {
    this.#isUntimed = rows.some(({ ts }) => ts <= 0);
    if (!this.#isUntimed || arrivedAt !== undefined) this.#rankAt = Date.now();
    this.#store.take(rows, { wholeRank: true, arrivedAt });
  }

  #pollMs(): number {
    const pace = feedPace();
    if (this.#failedPolls > 0)
      return Math.min(Math.max(worstPollMs, pace.pollMs), pace.pollMs * 1.5 ** this.#failedPolls);
    return this.streaming ? Math.min(learnEveryMs, pace.besideMs) : pace.pollMs;
  }

  /** While the stream delivers a slow poll heals what it may have missed; without it the poll is the feed. */
  #schedulePoll(delayMs: number): void {
    clearTimeout(this.#poll);
    if (!this.#running || document.visibilityState === "hidden") return;
    this.#poll = setTimeout(() => {
      void this.#pollOnce().finally(() =>
        this.#schedulePoll(this.#pollMs() * (0.9 + Math.random() / 5)),
      );
    }, delayMs);
  }

  async #pollOnce(): Promise<void> {
    const now = Date.now();
    const pace = feedPace();
    // A clock that was set back leaves times to come, and they are no reason to wait for them.
    const since = (at: number) => Math.abs(now - at);
    const rank = since(this.#rankAt) >= (this.streaming ? pace.wholeMs : pace.pollMs) * 0.8;
    const clock =
      (rank && this.#isUntimed) ||
      this.#failedPolls > 0 ||
      since(this.#learntAt) >= learnEveryMs * 0.8;
    try {
      await this.#read({ rank, clock });
      if (this.#failedPolls > 0) this.#stream.retrySoon();
      this.#failedPolls = 0;
    } catch {
      // The rows stay and grow old on screen; the next poll tries again.
      this.#failedPolls += 1;
    }
  }

  /** The clock is never answered from a cache: a list that came with it came now. */
  async #read(wanted: { rank: boolean; clock: boolean }): Promise<void> {
    const rank = wanted.rank
      ? call(marketEndpoints.mergedTickerRank, { sort: "vol", limit: 5000 })
      : undefined;
    const learnt = wanted.clock ? this.#learn() : undefined;
    const [rows, clock] = await Promise.allSettled([rank, learnt]);
    if (rows.status === "fulfilled" && rows.value)
      this.#takeWhole(rows.value, learnt && clock.status === "fulfilled" ? venueNow() : undefined);
    for (const answer of [rows, clock]) if (answer.status === "rejected") throw answer.reason;
  }

  async #learn(): Promise<void> {
    const sentAt = Date.now();
    const [time, status] = await Promise.all([
      call(marketEndpoints.timestamp, {}).then((at) => ({ at, receivedAt: Date.now() })),
      call(marketEndpoints.status, {}),
    ]);
    learnVenueTime(time.at, sentAt, time.receivedAt);
    this.#learntAt = time.receivedAt;
    this.#store.setSourceState(status.state);
  }
}

function streamAddress(): URL | undefined {
  const stream = runtimeConfig().stream;
  if (!stream) return undefined;
  const address = new URL(stream, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  if (canUnpack()) address.searchParams.set("gzip", "1");
  return address;
}
