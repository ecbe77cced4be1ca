import type {
  Book,
  Candle,
  Funding,
  FundingSettled,
  KlineRange,
  Level,
  MarketSource,
  Period,
  PriceType,
  SourceHealth,
  SymbolSpec,
  Tick,
  Ticker,
  Trade,
} from "../../../venue/feed/market-source.ts";
import { SourceUnavailable } from "../../../venue/feed/source-unavailable.ts";

/** 2023-11-14T22:00:00Z, where the clock of a fixed source starts. */
export const fixedStart = 1_699_999_200_000;

/** BTC/USDT with two price decimals, six amount decimals, a contract and seconds contracts. */
export const btcusdt: SymbolSpec = {
  symbol: "btcusdt",
  base: "BTC",
  quote: "USDT",
  name: "Bitcoin",
  pricePrecision: 2,
  amountPrecision: 6,
  volPrecision: 8,
  state: "online",
  partition: "main",
  minOrderValue: "5",
  minOrderAmount: "0.000001",
  maxOrderAmount: "1000",
  maxOrderValue: "10000000",
  contract: { contractCode: "BTC-USDT", contractSize: "0.001" },
  second: true,
};

/** A coin with a small price, no contract and no seconds contracts. */
export const dogeusdt: SymbolSpec = {
  ...btcusdt,
  symbol: "dogeusdt",
  base: "DOGE",
  name: "Dogecoin",
  pricePrecision: 6,
  amountPrecision: 2,
  volPrecision: 8,
  minOrderAmount: "0.01",
  maxOrderAmount: "100000000",
  contract: null,
  second: false,
};

interface Held {
  spec: SymbolSpec;
  ticker: Ticker;
  book: Book;
  trades: Trade[];
  candles: Map<string, Candle[]>;
  index: Map<number, number>;
  mark: number | undefined;
}

/**
 * A market source moved by hand: nothing changes but what a test sets, and listeners hear of it only
 * through {@link FixedSource.advance} or {@link FixedSource.publish}. Units are those of `MarketSource`.
 */
export class FixedSource implements MarketSource {
  readonly started = fixedStart;
  now = fixedStart;
  private readonly held = new Map<string, Held>();
  private readonly listeners = new Set<(tick: Tick) => void>();
  private readonly fundings = new Map<string, Funding>();
  private readonly settled = new Map<string, FundingSettled[]>();
  private state: SourceHealth["state"] = "live";
  private lastTickTs = fixedStart;
  private nextTradeId = 1;
  private unavailable = false;

  constructor(specs: readonly SymbolSpec[] = [btcusdt, dogeusdt], start = fixedStart) {
    this.now = start;
    this.lastTickTs = start;
    for (const spec of specs) this.held.set(spec.symbol, this.fresh(spec));
  }

  /** Replaces the book; the version rises by one. Prices in ticks, amounts in lots, best first. */
  setBook(symbol: string, book: { bids?: readonly Level[]; asks?: readonly Level[] }): Book {
    const held = this.of(symbol);
    held.book = {
      symbol,
      version: held.book.version + 1,
      ts: this.now,
      bids: book.bids ?? held.book.bids,
      asks: book.asks ?? held.book.asks,
    };
    return held.book;
  }

  /** Prints a trade now, or at `ts`, and makes its price the last one. */
  addTrade(
    symbol: string,
    trade: { price: number; amount: number; direction?: "buy" | "sell"; ts?: number },
  ): Trade {
    const held = this.of(symbol);
    const printed: Trade = {
      id: String(this.nextTradeId++),
      ts: trade.ts ?? this.now,
      price: trade.price,
      amount: trade.amount,
      direction: trade.direction ?? "buy",
    };
    held.trades.push(printed);
    held.ticker = {
      ...held.ticker,
      close: printed.price,
      count: held.ticker.count + 1,
      ts: printed.ts,
    };
    return printed;
  }

  setTicker(symbol: string, ticker: Partial<Ticker>): void {
    const held = this.of(symbol);
    held.ticker = { ...held.ticker, ts: this.now, ...ticker };
  }

  /** Last price, and a book of one ample level a side one tick round it. */
  setPrice(symbol: string, price: number): void {
    const held = this.of(symbol);
    this.setTicker(symbol, { close: price, bid: price - 1, ask: price + 1 });
    this.setBook(symbol, { bids: [[price - 1, 1e9]], asks: [[price + 1, 1e9]] });
    held.mark = price * 100;
  }

  /** Candles of a period, oldest first. */
  setCandles(
    symbol: string,
    period: Period,
    candles: Candle[],
    priceType: PriceType = "last",
  ): void {
    this.of(symbol).candles.set(`${period}|${priceType}`, candles);
  }

  /** Index samples in 10^-(pricePrecision+2), one a second from `fromSecond`. */
  setIndex(symbol: string, fromSecond: number, samples: readonly number[]): void {
    samples.forEach((sample, at) => this.of(symbol).index.set(fromSecond + at, sample));
  }

  dropIndex(symbol: string, second: number): void {
    this.of(symbol).index.delete(second);
  }

  setMark(symbol: string, mark: number | undefined): void {
    this.of(symbol).mark = mark;
  }

  setFunding(funding: Funding): void {
    this.fundings.set(funding.contractCode, funding);
  }

  /** Adds a settled rate as the newest. */
  addFundingSettled(row: FundingSettled): void {
    this.settled.set(row.contractCode, [row, ...(this.settled.get(row.contractCode) ?? [])]);
  }

  setSymbolState(symbol: string, state: SymbolSpec["state"]): void {
    const held = this.of(symbol);
    held.spec = { ...held.spec, state };
  }

  /** Live again, stale or halted, whatever the clock says. */
  setHealth(state: SourceHealth["state"]): void {
    this.state = state;
  }

  /** From now on every read fails as when the upstream is out of reach. */
  setUnavailable(unavailable: boolean): void {
    this.unavailable = unavailable;
    this.state = unavailable ? "halted" : "live";
  }

  /** Winds the clock by `ms` and, unless stale or halted, publishes all symbols. */
  advance(ms: number): number {
    this.tick(this.now + ms);
    return this.now;
  }

  /** Tells the listeners that these symbols changed. */
  publish(symbols: readonly string[] = [...this.held.keys()], ts = this.now): void {
    this.lastTickTs = ts;
    for (const listener of this.listeners) listener({ ts, symbols });
  }

  symbols(): readonly SymbolSpec[] {
    return this.unavailable ? [] : [...this.held.values()].map((held) => held.spec);
  }
  spec(symbol: string): SymbolSpec | undefined {
    return this.unavailable ? undefined : this.held.get(symbol)?.spec;
  }
  tickers(): readonly Ticker[] {
    return this.unavailable ? [] : [...this.held.values()].map((held) => held.ticker);
  }
  ticker(symbol: string): Ticker | undefined {
    return this.unavailable ? undefined : this.held.get(symbol)?.ticker;
  }
  klines(
    symbol: string,
    period: Period,
    range: KlineRange,
    priceType: PriceType = "last",
  ): Promise<Candle[]> {
    return this.answer(symbol, (held) => {
      const all = held.candles.get(`${period}|${priceType}`) ?? [];
      return "size" in range
        ? all.slice(-range.size)
        : all.filter((candle) => candle.id >= range.from && candle.id <= range.to);
    });
  }
  depth(symbol: string): Promise<Book> {
    return this.answer(symbol, (held) => held.book);
  }
  trades(symbol: string, size: number): Promise<Trade[]> {
    return this.answer(symbol, (held) => held.trades.slice(-size).toReversed());
  }
  tradesBetween(symbol: string, fromTs: number, toTs: number): Promise<Trade[]> {
    return this.answer(symbol, (held) =>
      held.trades.filter((trade) => trade.ts >= fromTs && trade.ts < toTs),
    );
  }
  index(symbol: string, second: number): number | undefined {
    return this.held.get(symbol)?.index.get(second);
  }
  mark(symbol: string): number | undefined {
    return this.held.get(symbol)?.mark;
  }
  funding(contractCode: string): Funding | undefined {
    return this.fundings.get(contractCode);
  }
  fundingHistory(
    contractCode: string,
    size: number,
    offset: number,
  ): Promise<{ total: number; list: FundingSettled[] }> {
    const all = this.settled.get(contractCode) ?? [];
    return Promise.resolve({ total: all.length, list: all.slice(offset, offset + size) });
  }
  health(): SourceHealth {
    return {
      source: "sim",
      state: this.state,
      lastTickTs: this.lastTickTs,
      lagMs: this.now - this.lastTickTs,
    };
  }
  facts(): Record<string, unknown> {
    return { model: "fixed" };
  }
  onTick(listener: (tick: Tick) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
  tick(now: number): void {
    this.now = now;
    if (this.state === "live") this.publish();
  }
  start(now: number): Promise<void> {
    this.now = now;
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.listeners.clear();
    return Promise.resolve();
  }

  private answer<T>(symbol: string, read: (held: Held) => T): Promise<T> {
    if (this.unavailable)
      return Promise.reject(new SourceUnavailable("set unavailable by the test"));
    const held = this.held.get(symbol);
    return held
      ? Promise.resolve(read(held))
      : Promise.reject(new Error(`no such symbol: ${symbol}`));
  }

  private of(symbol: string): Held {
    const held = this.held.get(symbol);
    if (!held) throw new Error(`no such symbol: ${symbol}`);
    return held;
  }

  private fresh(spec: SymbolSpec): Held {
    const price = 60_000 * 10 ** 2;
    const ticker: Ticker = {
      symbol: spec.symbol,
      open: price,
      high: price,
      low: price,
      close: price,
      amount: 0,
      vol: 0,
      count: 0,
      bid: price - 1,
      bidSize: 1e6,
      ask: price + 1,
      askSize: 1e6,
      ts: this.now,
    };
    const book: Book = {
      symbol: spec.symbol,
      version: 1,
      ts: this.now,
      bids: [[price - 1, 1e6]],
      asks: [[price + 1, 1e6]],
    };
    return {
      spec,
      ticker,
      book,
      trades: [],
      candles: new Map(),
      index: new Map(),
      mark: spec.contract ? price * 100 : undefined,
    };
  }
}
