import { WebSocket } from "ws";
import { formatAmount } from "#protocol/wire/amount.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Log } from "../../store/store.ts";
import { bucketStart } from "../candle-buckets.ts";
import { aheadMs } from "../market-source.ts";
import type {
  Candle,
  Funding,
  KlineRange,
  MarketSource,
  Period,
  PriceType,
  SourceHealth,
  SymbolSpec,
  Tick,
} from "../market-source.ts";
import { SourceUnavailable } from "../source-unavailable.ts";
import { HtxContracts } from "./htx-contracts.ts";
import { type HtxHosts, htxHosts } from "../../settings/htx-hosts.ts";
import type { HtxRelay, RelayedSample, RelayEvent } from "./htx-relay.ts";
import { HtxRest } from "./htx-rest.ts";
import {
  type HtxSymbol,
  mergedBody,
  symbolsBody,
  tickersBody,
  toFigures,
  toUnits,
  tradesBody,
} from "./htx-shapes.ts";
import { HtxSocket } from "./htx-socket.ts";
import { chooseUniverse, stateOf } from "./htx-universe.ts";
import { KlineStore } from "./kline-store.ts";
import { RequestBudget } from "./request-budget.ts";
import { RingShelf } from "./sample-ring.ts";
import { SharedUniverse } from "./shared-universe.ts";
import { type PushKind, SymbolFeed } from "./symbol-feed.ts";

export interface HtxSourceOptions {
  clock: Clock;
  /** Jitter of reconnects, 0 ≤ x < 1. */
  random: () => number;
  log: Log;
  hosts?: HtxHosts;
  /** Folder for 48 h of index and mark samples; in memory where it is absent. */
  ringDir?: string;
  /** Symbols offered, and how many of the busiest have seconds contracts. */
  top?: number;
  seconds?: number;
  /** Symbols offered whatever their turnover. */
  pinned?: readonly string[];
  requestsPerSecond?: number;
  fetch?: typeof fetch;
  openSocket?: (url: string) => WebSocket;
  /** Where several processes share one line to HTX; closed with the source. */
  relay?: HtxRelay | undefined;
}

const staleMs = 3000;
const haltedMs = 30_000;
const reloadMs = 3_600_000;
/** Pause before contracts that did not answer are read again. */
const reloadContractsMs = 60_000;
const retryMs = { first: 2000, max: 60_000 } as const;
/** After a pause of the process longer than this, the missed seconds get no samples. */
const catchUpSec = 3;

/** In the order in which they are subscribed: what orders are filled by comes first. */
const kinds: Record<string, PushKind> = {
  bbo: "bbo",
  "depth.step0": "depth",
  "trade.detail": "trade",
  detail: "detail",
  "kline.1min": "kline",
};

/**
 * HTX's live market behind the market interface: one stream connection, REST for rules, backfill and
 * contracts. Where HTX cannot be reached at the start, `start` resolves all the same; the source is halted,
 * reads fail with `SourceUnavailable`, and `tick` keeps trying.
 */
export function createHtxSource(options: HtxSourceOptions): MarketSource {
  const {
    clock,
    random,
    log,
    hosts = htxHosts,
    top = 50,
    seconds = 12,
    pinned = [],
    requestsPerSecond = 5,
    relay,
  } = options;
  const fetcher = options.fetch ?? fetch;
  const openSocket =
    options.openSocket ??
    ((url: string) =>
      new WebSocket(url, {
        maxPayload: 2_000_000,
        handshakeTimeout: 10_000,
        perMessageDeflate: false,
      }));
  const budget = new RequestBudget(requestsPerSecond);
  const rest = new HtxRest(hosts.spot, budget, fetcher);
  const contracts = new HtxContracts(new HtxRest(hosts.contracts, budget, fetcher), log);
  const klineStore = new KlineStore(rest);
  const shelf = new RingShelf(options.ringDir, clock, log);
  const feeds = new Map<string, SymbolFeed>();
  const shared = relay && new SharedUniverse(relay);
  const listeners = new Set<(tick: Tick) => void>();
  const changed = new Set<string>();
  let specs: ReadonlyMap<string, SymbolSpec> = new Map();
  let filling: Promise<void> | undefined;
  let knowsContracts = false;
  let now = 0;
  let heardAt = 0;
  let publishedTs = 0;
  let sampledSec = 0;
  let loading: Promise<void> | undefined;
  let loadAt = 0;
  let loadFailures = 0;
  let isClosed = false;

  const socket = new HtxSocket({
    url: hosts.stream,
    open: openSocket,
    random,
    log,
    onResume: noteGap,
    onPush({ ch, ts, tick }) {
      // Later than any published tick: an engine that matched that tick must still see this push.
      const at = Math.max(clock.now(), publishedTs + 1);
      const push = { ch, ts: ts ?? at, tick, at };
      relay?.send({ push });
      take(push);
    },
    mayConnect() {
      if (!relay) return true;
      void relay.stand();
      return relay.isLeader;
    },
    onClose: () => relay?.resign(),
  });

  relay?.follow({
    onEvent: takeEvent,
    onGap: noteGap,
    onLead() {
      if (feeds.size === 0) return;
      // Between two readers some pushes reached nobody.
      noteGap();
      relay.send({ resumed: true });
      tellOffered();
      socket.tick(clock.now());
    },
    onLost: () => socket.drop(),
  });

  /** Does what the process that reads HTX did. */
  function takeEvent(event: RelayEvent): void {
    if ("push" in event) take(event.push);
    else if ("sampled" in event) takeSamples(event.sampled);
    else if ("tick" in event) publish(event.tick);
    else if ("resumed" in event) noteGap();
    else if ("offered" in event) shared?.hear(event.offered);
    else if ("asks" in event && relay?.isLeader === true && feeds.size > 0) tellOffered();
  }

  function tellOffered(): void {
    shared?.tell([...feeds.values()].map(({ spec }) => spec));
  }

  function noteGap(): void {
    klineStore.markStale();
    for (const feed of feeds.values()) feed.noteLostConnection();
  }

  function take({ ch, ts, tick, at }: { ch: string; ts: number; tick: unknown; at: number }): void {
    const [, symbol = "", topic = ""] = /^market\.([a-z0-9]+)\.(.+)$/.exec(ch) ?? [];
    const feed = feeds.get(symbol);
    const kind = kinds[topic];
    if (!feed || !kind) return;
    const before = feed.minute;
    if (!feed.take(kind, tick, ts, at)) return;
    if (kind === "kline" && feed.minute) klineStore.absorb(symbol, feed.minute, before);
    believe(symbol, at);
  }

  function believe(symbol: string, at: number): void {
    heardAt = Math.max(heardAt, at);
    changed.add(symbol);
  }

  /** Rules, universe and contracts; at a reload only the state of symbols changes. */
  async function load(): Promise<void> {
    const symbols = await rest.get("/v1/common/symbols", {}, symbolsBody);
    if (feeds.size === 0) {
      const own = () => choose(symbols);
      for (const spec of await (shared ? shared.choose(symbols, own) : own())) {
        feeds.set(
          spec.symbol,
          new SymbolFeed(
            spec,
            (of, what, length) => shelf.open(`${of.symbol}-${what}-${of.pricePrecision}`, length),
            clock.now(),
          ),
        );
      }
      if (feeds.size === 0) throw new SourceUnavailable("HTX listed no symbol that trades");
      filling = fillTickers();
    }
    if (!knowsContracts) await loadContracts();
    const states = new Map(symbols.map((row) => [row.symbol, stateOf(row)]));
    for (const [symbol, feed] of feeds)
      feed.spec = { ...feed.spec, state: states.get(symbol) ?? "offline" };
    tellSpecs();
    socket.subscribe(
      Object.keys(kinds).flatMap((topic) =>
        [...feeds.keys()].map((symbol) => `market.${symbol}.${topic}`),
      ),
    );
  }

  async function choose(symbols: readonly HtxSymbol[]): Promise<SymbolSpec[]> {
    const tickers = await rest.get("/market/tickers", {}, tickersBody);
    return chooseUniverse(symbols, tickers, { top, seconds, pinned });
  }

  /** Without contracts, spot still works. */
  async function loadContracts(): Promise<void> {
    try {
      const sizes = await contracts.sizes(clock.now());
      for (const feed of feeds.values()) {
        const contractCode = `${feed.spec.base}-USDT`;
        const contractSize = sizes.get(contractCode);
        if (contractSize !== undefined) feed.setContract({ contractCode, contractSize });
      }
      contracts.follow(
        [...feeds.values()].flatMap(({ spec }) => spec.contract?.contractCode ?? []),
      );
      knowsContracts = true;
    } catch (error) {
      // Their part has logged what HTX does not give.
      if (!(error instanceof SourceUnavailable)) throw error;
    }
  }

  function loadWhenDue(): void {
    if (loading || isClosed || now < loadAt) return;
    loading = load()
      .then(
        () => {
          loadFailures = 0;
          loadAt = now + (knowsContracts ? reloadMs : reloadContractsMs);
        },
        (error: unknown) => {
          log("warn", "htx out of reach", { error });
          // Another may reach it.
          if (feeds.size === 0) relay?.resign();
          const ceiling = Math.min(retryMs.max, retryMs.first * 2 ** loadFailures++);
          loadAt = now + ceiling * (0.5 + random() / 2);
        },
      )
      .finally(() => (loading = undefined));
  }

  /** A symbol without a push for half a minute is suspended until the next one. */
  function tellSpecs(): void {
    specs = new Map(
      [...feeds.values()].map(({ spec, heardAt: at }) => {
        const isSilent = spec.state === "online" && at > 0 && now - at > haltedMs;
        return [spec.symbol, isSilent ? { ...spec, state: "suspend" } : spec];
      }),
    );
  }

  /** Reads the 24 h figures of each symbol that the stream has not sent yet; resolves with the first answer, or when none came. */
  async function fillTickers(): Promise<void> {
    const asked = [...feeds.values()].map(async (feed) => {
      const merged = await rest.get(
        "/market/detail/merged",
        { symbol: feed.spec.symbol },
        mergedBody,
        "backfill",
      );
      const { pricePrecision, amountPrecision } = feed.spec;
      const [[bid = 0, bidSize = 0], [ask = 0, askSize = 0]] = [merged.bid, merged.ask];
      const quotes = {
        bid: toUnits(bid, pricePrecision),
        bidSize: toUnits(bidSize, amountPrecision),
        ask: toUnits(ask, pricePrecision),
        askSize: toUnits(askSize, amountPrecision),
      };
      const at = Math.max(clock.now(), publishedTs + 1);
      if (feed.fill(toFigures(merged, feed.spec), quotes, at)) believe(feed.spec.symbol, at);
      if (!feed.ticker()) throw new SourceUnavailable(`no figures of ${feed.spec.symbol}`);
    });
    try {
      await Promise.any(asked);
    } catch (error) {
      log("warn", "htx told no figures yet", { error });
    }
  }

  function sample(): void {
    const end = Math.floor(now / 1000);
    for (let second = Math.max(sampledSec + 1, end - catchUpSec); second <= end; second++) {
      const samples = [...feeds].map(([symbol, feed]): RelayedSample => {
        const { index, mark } = feed.sample(second, fundingOf(feed));
        return [symbol, index ?? null, mark ?? null];
      });
      relay?.send({ sampled: { second, samples } });
    }
    sampledSec = end;
  }

  function takeSamples({ second, samples }: { second: number; samples: RelayedSample[] }): void {
    for (const [symbol, index, mark] of samples) {
      const taken = { index: index ?? undefined, mark: mark ?? undefined };
      feeds.get(symbol)?.takeSample(second, taken);
    }
    sampledSec = Math.max(sampledSec, second);
  }

  function fundingOf({ spec }: SymbolFeed): { rate: number; settlesAt: number } | undefined {
    const facts = spec.contract && contracts.facts(spec.contract.contractCode, now);
    return facts
      ? { rate: toUnits(Number(facts.fundingRate), 8), settlesAt: facts.fundingTime }
      : undefined;
  }

  function publishOwn(): void {
    if (changed.size === 0) return;
    const tick: Tick = { ts: Math.max(now, publishedTs, heardAt), symbols: [...changed] };
    relay?.send({ tick });
    publish(tick);
  }

  function publish(tick: Tick): void {
    changed.clear();
    publishedTs = tick.ts;
    for (const listener of listeners) listener(tick);
  }

  function feedOf(symbol: string): SymbolFeed {
    const feed = feeds.get(symbol);
    if (!feed) throw new SourceUnavailable(`nothing is known of ${symbol}`);
    return feed;
  }

  /** The newest sample, while it is recent enough to stand for the market. */
  function indexAt(feed: SymbolFeed, ring: "index" | "mark"): number | undefined {
    const { newest } = feed[ring];
    return Math.abs(clock.now() / 1000 - newest) * 1000 > haltedMs
      ? undefined
      : feed[ring].get(newest);
  }

  function candlesOf(
    feed: SymbolFeed,
    priceType: "index" | "mark",
    period: Period,
    range: KlineRange,
  ): Candle[] {
    const candles = feed[priceType].candles((second) => bucketStart(period, second), 100);
    return "size" in range
      ? candles.slice(-range.size)
      : candles.filter(({ id }) => id >= range.from && id <= range.to);
  }

  const health = (): SourceHealth => {
    const lagMs = heardAt === 0 ? 0 : Math.max(0, clock.now() - heardAt);
    const isAhead = heardAt - clock.now() > aheadMs;
    const state =
      heardAt === 0 || isAhead || lagMs > haltedMs ? "halted" : lagMs > staleMs ? "stale" : "live";
    return {
      source: "htx",
      state,
      lastTickTs: heardAt,
      lagMs,
      ...(relay && { isRelayed: !relay.isLeader }),
    };
  };

  return {
    symbols: () => [...specs.values()],
    spec: (symbol) => specs.get(symbol),
    tickers: () => [...feeds.values()].flatMap((feed) => feed.ticker() ?? []),
    ticker: (symbol) => feeds.get(symbol)?.ticker(),
    async klines(symbol: string, period: Period, range: KlineRange, priceType: PriceType = "last") {
      const feed = feedOf(symbol);
      return priceType === "last"
        ? klineStore.read(feed.spec, period, range, clock.now())
        : candlesOf(feed, priceType, period, range);
    },
    async depth(symbol) {
      const { book } = feedOf(symbol);
      if (!book) throw new SourceUnavailable(`no book of ${symbol} yet`);
      return book;
    },
    async trades(symbol, size) {
      const feed = feedOf(symbol);
      if (feed.lacksTrades(size)) {
        const groups = await rest.get("/market/history/trade", { symbol, size: 2000 }, tradesBody);
        feed.fillTrades(
          groups.flatMap(({ data }) => data),
          publishedTs,
        );
      }
      return feed.latestTrades(size);
    },
    async tradesBetween(symbol, fromTs, toTs) {
      return feedOf(symbol).tradesBetween(fromTs, toTs);
    },
    quotes: (symbol, from, to) => {
      const feed = feeds.get(symbol);
      return feed?.spec.second ? feed.quotesBetween(from, to, clock.now()) : undefined;
    },
    index: (symbol, second) => feeds.get(symbol)?.index.get(second),
    mark(symbol) {
      const feed = feeds.get(symbol);
      return feed?.spec.contract ? indexAt(feed, "mark") : undefined;
    },
    funding(contractCode): Funding | undefined {
      const feed = [...feeds.values()].find(
        ({ spec }) => spec.contract?.contractCode === contractCode,
      );
      const facts = contracts.facts(contractCode, clock.now());
      const ticker = feed?.ticker();
      if (!feed || !facts || !ticker) return undefined;
      const precision = feed.spec.pricePrecision + 2;
      const upstream = contracts.indexPrice(contractCode);
      const index = upstream === undefined ? indexAt(feed, "index") : toUnits(upstream, precision);
      const mark = indexAt(feed, "mark");
      if (index === undefined || mark === undefined) return undefined;
      return {
        contractCode,
        ...facts,
        indexPrice: formatAmount(BigInt(index), precision),
        markPrice: formatAmount(BigInt(mark), precision),
        lastPrice: formatAmount(BigInt(ticker.close), feed.spec.pricePrecision),
        ts: ticker.ts,
      };
    },
    fundingHistory: (contractCode, size, offset) =>
      contracts.history(contractCode, size, offset, clock.now()),
    health,
    facts: () => ({ model: "htx", contracts: contracts.states() }),
    onTick(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tick(at) {
      now = at;
      loadWhenDue();
      socket.tick(now);
      contracts.poll(now);
      // Where another process reads HTX, its samples and ticks are everybody's.
      const isReader = relay?.isLeader ?? true;
      if (isReader) sample();
      tellSpecs();
      if (isReader) publishOwn();
    },
    async start(at) {
      now = at;
      loadWhenDue();
      await loading;
      socket.tick(now);
      await filling;
      tellSpecs();
    },
    async close() {
      isClosed = true;
      await relay?.close();
      socket.close();
      shelf.close();
      listeners.clear();
    },
  };
}
