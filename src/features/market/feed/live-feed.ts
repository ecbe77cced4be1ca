import { addressFor } from "#protocol/wire/runtime-config.ts";
import { type TickerRow, marketEndpoints } from "#protocol/api/market.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { type Signer, call } from "../../../api/call.ts";
import { runtimeConfig } from "../../../api/config.ts";
import { learnVenueTime, venueNow } from "../../../api/venue-clock.ts";
import { feedPace, savesData, subscribeDataSaver } from "./data-saver.ts";
import {
  LiveFeedStream,
  type Stream,
  type StreamDeps,
  type StreamMessage,
  canDecompress,
} from "./live-feed-stream.ts";
import { type MarketStore, type Ticker, followedFigures, marketStore } from "./market-store.ts";
import { readRankChanges, readTickers } from "./read-tickers.ts";

/** The longest pause between polls that fail. */
const maxPollMs = 8000;
/** How often the venue's clock and the state of its source are read. */
const clockEveryMs = 15_000;

/** Topics of one user: subscribed after the stream is authenticated. */
const ownTopicPrefix = "user.";

type TopicListener = (tick: unknown, ts: number) => void;

/**
 * Market data of the page: from the stream where there is one, by polling where sockets are blocked or not
 * configured. It pauses while the page is hidden.
 */
export class LiveFeed {
  readonly #store: MarketStore;
  readonly #topics = new Map<string, Set<TopicListener>>();
  readonly #streamingListeners = new Set<() => void>();
  readonly #streamDeps: StreamDeps;
  #stream: Stream;
  #signer: () => Signer | null = () => null;
  /** The session that the venue has authenticated on the open stream. */
  #authenticatedId: string | undefined;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #failedPolls = 0;
  #rankAt = Number.NEGATIVE_INFINITY;
  #clockReadAt = Number.NEGATIVE_INFINITY;
  /** The venue's tickers have no timestamps, so each list gets the time of the clock read with it. */
  #hasNoTimes = false;
  #hasStreamed = false;
  #running = false;
  /** The device said that it is offline, and nothing has answered since. */
  #isCutOff = false;
  #stopSaver: (() => void) | undefined;

  constructor(store: MarketStore) {
    this.#store = store;
    this.#streamDeps = {
      address: streamAddress,
      onOpen: () => this.#resubscribe(),
      onMessage: (message) => this.#receive(message),
      onDeliveringChange: () => this.#streamChanged(),
      isVenueReachable: () => this.#failedPolls === 0 && this.#clockReadAt > 0,
    };
    this.#stream = new LiveFeedStream(this.#streamDeps);
  }

  /** Puts another stream in the place of the page's own. */
  replaceStream(make: (deps: StreamDeps) => Stream): void {
    this.#stream.close();
    this.#stream = make(this.#streamDeps);
    this.#resume();
  }

  /** The venue is elsewhere than it was thought to be. */
  moved(): void {
    this.#stream.close();
    this.#wake(true);
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    document.addEventListener("visibilitychange", this.#onVisibility);
    window.addEventListener("pageshow", this.#resume);
    // The back-forward cache takes only pages without an open socket.
    window.addEventListener("pagehide", this.#pause);
    window.addEventListener("online", this.#onOnline);
    window.addEventListener("offline", this.#onOffline);
    this.#stopSaver = subscribeDataSaver(this.#onPace);
    this.#resume();
  }

  stop(): void {
    this.#running = false;
    document.removeEventListener("visibilitychange", this.#onVisibility);
    window.removeEventListener("pageshow", this.#resume);
    window.removeEventListener("pagehide", this.#pause);
    window.removeEventListener("online", this.#onOnline);
    window.removeEventListener("offline", this.#onOffline);
    this.#stopSaver?.();
    this.#pause();
  }

  /** Subscribes to a topic of the stream, such as `market.btcusdt.kline.1min`. Returns a function that unsubscribes. */
  subscribe(topic: string, listener: TopicListener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    if (listeners.size === 0 && !topic.startsWith(ownTopicPrefix))
      this.#stream.send({ sub: topic, id: topic });
    this.#topics.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#topics.get(topic) !== listeners) return;
      this.#topics.delete(topic);
      this.#stream.send({ unsub: topic, id: topic });
    };
  }

  /** As `subscribe`, but not while this device saves data: what the topic says is then only read, less often. */
  subscribeUnlessSaving(topic: string, listener: TopicListener): () => void {
    let stop: (() => void) | undefined;
    const follow = () => {
      if (savesData()) {
        stop?.();
        stop = undefined;
      } else stop ??= this.subscribe(topic, listener);
    };
    const stopSaver = subscribeDataSaver(follow);
    follow();
    return () => {
      stopSaver();
      stop?.();
    };
  }

  /** Subscribes to a topic of the session's user, such as `user.coin`. Events from before the subscription must be read. */
  subscribeOwn(
    topic: `user.${string}`,
    signer: () => Signer | null,
    listener: TopicListener,
  ): () => void {
    const stop = this.subscribe(topic, listener);
    this.#signer = signer;
    if (this.#authenticatedId !== undefined && this.#authenticatedId === signer()?.id)
      this.#stream.send({ sub: topic, id: topic });
    else void this.#authenticate();
    return stop;
  }

  /** True while the stream delivers the user's own topics. */
  get deliversOwn(): boolean {
    return this.streaming && this.#authenticatedId !== undefined;
  }

  /** True while the stream delivers; polling screens ask more often while it does not. */
  get streaming(): boolean {
    return this.#stream.delivering;
  }

  /** Calls `listener` when the stream starts or stops delivering: what was missed in between must be read. */
  subscribeStreaming = (listener: () => void): (() => void) => {
    this.#streamingListeners.add(listener);
    return () => this.#streamingListeners.delete(listener);
  };

  /** Reads the whole rank now: for pull to refresh and a return to the app. */
  async refresh(): Promise<void> {
    await this.#read({ rank: true, clock: this.#hasNoTimes });
  }

  /** Takes a whole rank that another caller has just read, so that it is not read twice. */
  takeWholeRank(rows: readonly TickerRow[]): void {
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

  /** The socket belongs to a network that is gone. Polls go on: devices are wrong about it at times. */
  #onOffline = (): void => {
    this.#isCutOff = true;
    this.#stream.close();
  };

  #wake(isOtherNetwork: boolean): void {
    if (!this.#running || document.visibilityState === "hidden") return;
    this.#isCutOff = false;
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

  #resubscribe(): void {
    this.#authenticatedId = undefined;
    this.#subscribeRank();
    for (const topic of this.#topics.keys())
      if (!topic.startsWith(ownTopicPrefix)) this.#stream.send({ sub: topic, id: topic });
    void this.#authenticate();
  }

  async #authenticate(): Promise<void> {
    const isAsked = [...this.#topics.keys()].some((topic) => topic.startsWith(ownTopicPrefix));
    const signer = isAsked ? this.#signer() : null;
    if (!signer) return;
    const nonce = makeNonce((length) => crypto.getRandomValues(new Uint8Array(length)));
    const signed = signRequest(signer, nonce, Math.floor(venueNow() / 1000));
    const added =
      signer.deviceKey === undefined
        ? undefined
        : await import("../../../api/device-key.ts").then(({ streamSignedByDevice }) =>
            streamSignedByDevice(signer.deviceKey ?? "", signed),
          );
    this.#stream.send({
      op: "auth",
      id: "auth",
      ...signed,
      ...added,
    });
  }

  #receiveAuth(message: StreamMessage): void {
    const id = this.#signer()?.id;
    this.#authenticatedId = message["status"] === "ok" && message["userid"] === id ? id : undefined;
    if (this.#authenticatedId !== undefined)
      for (const topic of this.#topics.keys())
        if (topic.startsWith(ownTopicPrefix)) this.#stream.send({ sub: topic, id: topic });
    for (const listener of this.#streamingListeners) listener();
  }

  #subscribeRank(): void {
    this.#stream.send({
      sub: "market.rank",
      id: "rank",
      interval_ms: feedPace().rankMs,
      form: "changes",
      figures: followedFigures,
    });
  }

  #streamChanged(): void {
    if (this.streaming && this.#hasStreamed) {
      // What was missed is read at a random moment, so that not all clients read at once.
      this.#rankAt = Number.NEGATIVE_INFINITY;
      this.#schedulePoll(Math.random() * 1000);
    } else if (!this.streaming) this.#schedulePoll(0);
    this.#hasStreamed ||= this.streaming;
    for (const listener of this.#streamingListeners) listener();
  }

  #receive(message: StreamMessage): void {
    if (message["op"] === "auth") return this.#receiveAuth(message);
    const isOwn = message["op"] === "notify";
    // Of a stream that windows share, another may have logged in as somebody else.
    if (isOwn && this.#authenticatedId === undefined) return;
    const topic = isOwn ? message["topic"] : message["ch"];
    const ts = typeof message["ts"] === "number" ? message["ts"] : 0;
    if (topic === "market.rank") {
      const rows = [
        ...readTickers(message["tick"] ?? message["data"]),
        ...readRankChanges(message["changes"], ts, (symbol) => this.#store.ticker(symbol)),
      ];
      if (rows.length > 0) this.#take(rows, ts);
      return;
    }
    if (typeof topic === "string")
      for (const listener of this.#topics.get(topic) ?? [])
        listener(message[isOwn ? "data" : "tick"], ts);
  }

  #take(rows: readonly Ticker[], ts: number): void {
    if (ts > 0) learnVenueTime(ts, Date.now());
    this.#store.setSourceState("live");
    this.#store.take(rows, { arrivedAt: venueNow() });
  }

  #takeWhole(rows: readonly TickerRow[], arrivedAt: number | undefined): void {
    this.#hasNoTimes = rows.some(({ ts }) => ts <= 0);
    if (!this.#hasNoTimes || arrivedAt !== undefined) this.#rankAt = Date.now();
    this.#store.take(rows, { wholeRank: true, arrivedAt });
  }

  #pollMs(): number {
    const pace = feedPace();
    if (this.#failedPolls > 0)
      return Math.min(Math.max(maxPollMs, pace.pollMs), pace.pollMs * 1.5 ** this.#failedPolls);
    return this.streaming ? Math.min(clockEveryMs, pace.besideMs) : pace.pollMs;
  }

  /** Without the stream the poll is the feed; beside it a slow poll repairs what the stream may have missed. */
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
    // After the device's clock was set back these times lie in the future, hence the absolute value.
    const since = (at: number) => Math.abs(now - at);
    const rank = since(this.#rankAt) >= (this.streaming ? pace.wholeMs : pace.pollMs) * 0.8;
    const clock =
      (rank && this.#hasNoTimes) ||
      this.#failedPolls > 0 ||
      since(this.#clockReadAt) >= clockEveryMs * 0.8;
    try {
      await this.#read({ rank, clock });
      if (this.#isCutOff) this.#wake(true);
      else if (this.#failedPolls > 0) this.#stream.retrySoon();
      this.#failedPolls = 0;
    } catch {
      // The rows stay on screen and their age grows; the next poll tries again.
      this.#failedPolls += 1;
    }
  }

  /** Reads of the clock never come from a cache, so a list read together with it is current. */
  async #read(wanted: { rank: boolean; clock: boolean }): Promise<void> {
    const rank = wanted.rank
      ? call(marketEndpoints.mergedTickerRank, { sort: "vol", limit: 5000 })
      : undefined;
    const clockRead = wanted.clock ? this.#readClock() : undefined;
    const [rows, clock] = await Promise.allSettled([rank, clockRead]);
    if (rows.status === "fulfilled" && rows.value)
      this.#takeWhole(
        rows.value,
        clockRead && clock.status === "fulfilled" ? venueNow() : undefined,
      );
    for (const answer of [rows, clock]) if (answer.status === "rejected") throw answer.reason;
  }

  async #readClock(): Promise<void> {
    const sentAt = Date.now();
    const [time, status] = await Promise.all([
      call(marketEndpoints.timestamp, {}).then((at) => ({ at, receivedAt: Date.now() })),
      call(marketEndpoints.status, { brief: "1" }),
    ]);
    learnVenueTime(time.at, sentAt, time.receivedAt);
    this.#clockReadAt = time.receivedAt;
    this.#store.setSourceState(status.state);
  }
}

function streamAddress(): URL | undefined {
  const config = runtimeConfig();
  if (!config.stream) return undefined;
  const isPath = config.stream.startsWith("/");
  const address = new URL(
    isPath ? addressFor(config, config.stream) : config.stream,
    location.href,
  );
  address.protocol = address.protocol.replace("http", "ws");
  if (canDecompress()) address.searchParams.set("gzip", "1");
  return address;
}

/** The page's only feed; `main.tsx` starts it. */
export const liveFeed = new LiveFeed(marketStore);
