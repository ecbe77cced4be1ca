/** What each topic pushes, read from the source. */
import type { Level, MarketSource, SymbolSpec } from "../../feed/market-source.ts";
import { readCandles, toDepthTick, toFundingRow } from "../quotes/market-reads.ts";
import { isPeriod, type StreamTopic } from "./stream-topic.ts";
import { toIndexText, toLevel, toMergedTick, toNumber } from "../quotes/quote-wire.ts";

export interface TopicReader {
  /** State as of now for a new subscriber; undefined where the topic only tells of events. */
  current(): Promise<unknown>;
  /** When the state was quoted, Unix ms; absent where it is as new as its push. */
  quotedAt?(): number | undefined;
  /** What there is to push after the source's tick of `ts`, oldest first; may repeat what was pushed last. */
  next(ts: number): Promise<unknown[]>;
}

/** Levels a side of depth pushes, as on HTX. */
const depthLevels = { step0: 150, merged: 20 } as const;

export function createTopicReader(source: MarketSource, topic: StreamTopic): TopicReader {
  const { spec, argument } = topic;
  switch (topic.kind) {
    case "kline":
      return klineReader(source, spec, argument);
    case "trade":
      return tradeReader(source, spec);
    case "mbp":
      return mbpReader(source, spec, Number(argument));
    case "detail":
      return quoteReader(source, spec, detailTick);
    case "bbo":
      return quoteReader(source, spec, bboTick);
    case "ticker":
      return quoteReader(source, spec, tickerTick);
    case "depth":
      return stateReader(async () =>
        toDepthTick(
          await source.depth(spec.symbol),
          spec,
          argument,
          argument === "step0" ? depthLevels.step0 : depthLevels.merged,
        ),
      );
    case "index":
      return indexReader(source, spec);
    case "mark":
      return stateReader(async () => markTick(source, spec));
    case "funding":
      return stateReader(async () => fundingTick(source, spec));
  }
}

function stateReader(read: () => Promise<unknown>): TopicReader {
  return {
    current: read,
    async next() {
      const state = await read();
      return state === undefined ? [] : [state];
    },
  };
}

/** A reader of the ticker, which may be old where the source is stale. */
function quoteReader(
  source: MarketSource,
  spec: SymbolSpec,
  read: (source: MarketSource, spec: SymbolSpec) => unknown,
): TopicReader {
  return {
    ...stateReader(async () => read(source, spec)),
    quotedAt: () => source.ticker(spec.symbol)?.ts,
  };
}

function detailTick(source: MarketSource, spec: SymbolSpec): unknown {
  const ticker = source.ticker(spec.symbol);
  if (!ticker) return undefined;
  const { bid: _bid, ask: _ask, ...tick } = toMergedTick(ticker, spec);
  return tick;
}

function bboTick(source: MarketSource, spec: SymbolSpec): unknown {
  const ticker = source.ticker(spec.symbol);
  if (!ticker) return undefined;
  const [bid, bidSize] = toLevel([ticker.bid, ticker.bidSize], spec);
  const [ask, askSize] = toLevel([ticker.ask, ticker.askSize], spec);
  return {
    seqId: ticker.ts,
    symbol: spec.symbol,
    quoteTime: ticker.ts,
    bid,
    bidSize,
    ask,
    askSize,
  };
}

function tickerTick(source: MarketSource, spec: SymbolSpec): unknown {
  const ticker = source.ticker(spec.symbol);
  if (!ticker) return undefined;
  const {
    id: _id,
    version: _version,
    bid: [bid, bidSize],
    ask: [ask, askSize],
    ...figures
  } = toMergedTick(ticker, spec);
  return { ...figures, bid, bidSize, ask, askSize, lastPrice: figures.close };
}

function markTick(source: MarketSource, spec: SymbolSpec): unknown {
  const ticker = source.ticker(spec.symbol);
  const mark = source.mark(spec.symbol);
  if (!ticker || mark === undefined || !spec.contract) return undefined;
  const second = Math.floor(ticker.ts / 1000);
  const index = source.index(spec.symbol, second) ?? source.index(spec.symbol, second - 1);
  return {
    contract_code: spec.contract.contractCode,
    mark_price: toIndexText(mark, spec),
    index_price: index === undefined ? null : toIndexText(index, spec),
    last_price: toNumber(ticker.close, spec.pricePrecision),
  };
}

function fundingTick(source: MarketSource, spec: SymbolSpec): unknown {
  const funding = spec.contract && source.funding(spec.contract.contractCode);
  return funding ? toFundingRow(funding) : undefined;
}

/** Seconds that one push of the index holds at most. */
const indexReachSec = 5;

/** Each second of the index once, with those that came since the last push: `/api/second/getIndex` in short. */
function indexReader(source: MarketSource, spec: SymbolSpec): TopicReader {
  let pushedSec = 0;
  const since = (first: number, last: number) => {
    const samples: (string | null)[] = [];
    for (let second = first; second <= last; second += 1) {
      const index = source.index(spec.symbol, second);
      samples.push(index === undefined || index <= 0 ? null : toIndexText(index, spec));
    }
    while (samples.at(-1) === null) samples.pop();
    const gap = samples.findIndex((sample) => sample !== null);
    return gap === -1
      ? undefined
      : { symbol: spec.symbol, from: first + gap, samples: samples.slice(gap) };
  };
  return {
    async current() {
      const ticker = source.ticker(spec.symbol);
      const second = Math.floor((ticker?.ts ?? 0) / 1000);
      return since(second - 1, second);
    },
    async next(ts) {
      const second = Math.floor(ts / 1000);
      const fresh = since(Math.max(pushedSec, second - indexReachSec) + 1, second);
      if (fresh) pushedSec = fresh.from + fresh.samples.length - 1;
      return fresh ? [fresh] : [];
    },
  };
}

/** Two candles are read, so that a bucket's last state is pushed also where it came with the next bucket's first. */
function klineReader(source: MarketSource, spec: SymbolSpec, argument: string): TopicReader {
  if (!isPeriod(argument)) throw new Error(`no such period: ${argument}`);
  let lastId = 0;
  const latest = (size: number) => readCandles(source, spec, argument, { size });
  return {
    async current() {
      return (await latest(1)).at(-1);
    },
    async next() {
      const candles = (await latest(2)).filter(({ id }) => id >= lastId);
      const last = candles.at(-1);
      const fresh = lastId === 0 && last ? [last] : candles;
      lastId = last?.id ?? lastId;
      return fresh;
    },
  };
}

function tradeReader(source: MarketSource, spec: SymbolSpec): TopicReader {
  let from: number | undefined;
  return {
    current: async () => undefined,
    async next(ts) {
      const since = from ?? ts;
      from = ts + 1;
      const trades = await source.tradesBetween(spec.symbol, since, ts + 1);
      const last = trades.at(-1);
      if (!last) return [];
      return [
        {
          id: last.id,
          ts: last.ts,
          data: trades.map((trade) => ({
            id: trade.id,
            tradeId: trade.id,
            ts: trade.ts,
            direction: trade.direction,
            price: toNumber(trade.price, spec.pricePrecision),
            amount: toNumber(trade.amount, spec.amountPrecision),
          })),
        },
      ];
    },
  };
}

/**
 * Increments of the book. `current` (the answer to `req`) is the book as last pushed, so that the next
 * increment's `prevSeqNum` is its `seqNum`.
 */
function mbpReader(source: MarketSource, spec: SymbolSpec, levels: number): TopicReader {
  let pushed: { version: number; bids: readonly Level[]; asks: readonly Level[] } | undefined;
  const read = async () => {
    const { version, bids, asks } = await source.depth(spec.symbol);
    return { version, bids: bids.slice(0, levels), asks: asks.slice(0, levels) };
  };
  const wire = (side: readonly Level[]) => side.map((level) => toLevel(level, spec));
  // Read as soon as somebody subscribes, so that a client that then reads the whole book misses no increment.
  const begun = read().then(
    (book) => void (pushed = book),
    () => {},
  );
  return {
    async current() {
      await begun;
      pushed ??= await read();
      return { seqNum: pushed.version, bids: wire(pushed.bids), asks: wire(pushed.asks) };
    },
    async next() {
      await begun;
      const before = pushed;
      const book = await read();
      pushed = book;
      if (!before || before.version === book.version) return [];
      return [
        {
          seqNum: book.version,
          prevSeqNum: before.version,
          bids: wire(changedLevels(before.bids, book.bids)),
          asks: wire(changedLevels(before.asks, book.asks)),
        },
      ];
    },
  };
}

/** Levels that are new or of another size, and those that went, with size 0. */
export function changedLevels(before: readonly Level[], after: readonly Level[]): Level[] {
  const left = new Map(before);
  const changed: Level[] = [];
  for (const level of after) {
    if (left.get(level[0]) !== level[1]) changed.push(level);
    left.delete(level[0]);
  }
  return [...changed, ...[...left.keys()].map((price): Level => [price, 0])];
}
