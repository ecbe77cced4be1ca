import type { DayReveal } from "#protocol/api/receipt.ts";

/**
 * The one door to market data. The simulator and the HTX feed stand behind it; every screen, fill,
 * trigger and settlement reads the same source.
 *
 * Units: prices are integers in ticks (10^-pricePrecision of the quote), amounts integers in lots
 * (10^-amountPrecision of the base), turnover integers in 10^-volPrecision of the quote; all are safe
 * integers. Times: `ts` in Unix ms, candle `id` and `second` in Unix s.
 */
export interface SymbolSpec {
  symbol: string;
  base: string;
  quote: string;
  name: string;
  pricePrecision: number;
  amountPrecision: number;
  /** Decimals of turnover in candles and tickers. */
  volPrecision: number;
  state: "online" | "suspend" | "offline";
  partition: "main" | "innovation";
  /** Smallest order value in the quote currency, a decimal string. */
  minOrderValue: string;
  minOrderAmount: string;
  maxOrderAmount: string;
  maxOrderValue: string;
  /** Set where the symbol also trades as a perpetual contract. */
  contract: { contractCode: string; contractSize: string } | null;
  /** True where seconds contracts are offered. */
  second: boolean;
}

export const periods = [
  "1min",
  "5min",
  "15min",
  "30min",
  "60min",
  "4hour",
  "1day",
  "1week",
  "1mon",
  "1year",
] as const;
export type Period = (typeof periods)[number];

export interface Candle {
  id: number;
  open: number;
  high: number;
  low: number;
  close: number;
  amount: number;
  vol: number;
  count: number;
}

/** Rolling 24 h figures and the best quotes. */
export interface Ticker {
  symbol: string;
  open: number;
  high: number;
  low: number;
  close: number;
  amount: number;
  vol: number;
  count: number;
  bid: number;
  bidSize: number;
  ask: number;
  askSize: number;
  ts: number;
}

/** A price level: [ticks, lots]. */
export type Level = readonly [price: number, amount: number];

export interface Book {
  symbol: string;
  /** Rises with every change; names the snapshot as evidence of a fill. */
  version: number;
  ts: number;
  bids: readonly Level[];
  asks: readonly Level[];
}

export interface Trade {
  id: string;
  ts: number;
  price: number;
  amount: number;
  /** The taker's side. */
  direction: "buy" | "sell";
}

export type KlineRange = { size: number } | { from: number; to: number };
export type PriceType = "last" | "mark" | "index";

/** Candles of the mark price begin at most this long ago, s: each of their days is costly to compute. */
export const markReachSec = 400 * 86_400;

export interface Funding {
  contractCode: string;
  /** Rates as decimal strings, e.g. "0.0001". */
  fundingRate: string;
  estimatedRate: string;
  realizedRate: string;
  fundingTime: number;
  nextFundingTime: number;
  /** Prices as decimal strings at price precision (index + 2 decimals). */
  indexPrice: string;
  markPrice: string;
  lastPrice: string;
  ts: number;
}

export type FundingSettled = Pick<
  Funding,
  "contractCode" | "fundingRate" | "realizedRate" | "fundingTime"
>;

/** A source further ahead of the clock than this is halted: the clock was set back. */
export const aheadMs = 2000;

export interface SourceHealth {
  source: "sim" | "htx";
  state: "live" | "stale" | "halted";
  lastTickTs: number;
  lagMs: number;
  /** Another process reads the market, and sends it on to this one. */
  isRelayed?: boolean;
}

/** What changed in one tick; `ts` is the snapshot's time. */
export interface Tick {
  ts: number;
  symbols: readonly string[];
}

/** What a market made of days that are fixed beforehand tells of them afterwards; `facts` tells the commitments. */
export interface SimulatedDays {
  /** What a day was made of; undefined before it is over. */
  reveal(symbol: string, date: string): DayReveal | undefined;
}

/** What was received of a real market. */
export interface QuoteLog {
  /** From when on all of it is there, Unix ms. */
  since: number;
  /** When it was received and the market's own time, Unix ms; prices in 10^-pricePrecision. */
  quotes: { at: number; ts: number; bid: number; ask: number }[];
}

export interface MarketSource {
  symbols(): readonly SymbolSpec[];
  spec(symbol: string): SymbolSpec | undefined;
  /** Latest ticker of every symbol. */
  tickers(): readonly Ticker[];
  ticker(symbol: string): Ticker | undefined;
  /**
   * Oldest first; the last candle is the live one. Gap minutes repeat the previous close with amount 0.
   * @param caller who asks, such as a client's address: those who ask for much at a time wait for one another;
   *   the venue itself where absent
   * @throws TooMany where the caller asks for too much at a time
   */
  klines(
    symbol: string,
    period: Period,
    range: KlineRange,
    priceType?: PriceType,
    caller?: string,
  ): Promise<Candle[]>;
  /** The latest snapshot, at most 150 levels a side. */
  depth(symbol: string): Promise<Book>;
  /** Newest first. */
  trades(symbol: string, size: number): Promise<Trade[]>;
  /** Trades with `fromTs <= ts < toTs`, oldest first: what resting orders are matched against. */
  tradesBetween(symbol: string, fromTs: number, toTs: number): Promise<Trade[]>;
  /** The 1 Hz index at a second, in 10^-(pricePrecision+2); undefined where there is no sample. */
  index(symbol: string, second: number): number | undefined;
  /** Mark price in 10^-(pricePrecision+2). */
  mark(symbol: string): number | undefined;
  funding(contractCode: string): Funding | undefined;
  /** Newest first; `caller` as for `klines`. */
  fundingHistory(
    contractCode: string,
    size: number,
    offset: number,
    caller?: string,
  ): Promise<{ total: number; list: FundingSettled[] }>;
  /**
   * The best quotes of a market with seconds contracts that were received in a span (Unix ms, its end not
   * included); undefined where that is not known. Absent where prices come from no real market.
   */
  quotes?(symbol: string, from: number, to: number): QuoteLog | undefined;
  /** Absent where prices come from a real market. */
  readonly simulatedDays?: SimulatedDays;
  health(): SourceHealth;
  /** Source-specific facts for `getStatus` (the simulator's commitments). */
  facts(): Record<string, unknown>;
  /** Calls back after each tick. Returns the function that stops it. */
  onTick(listener: (tick: Tick) => void): () => void;
  /** Advance to `now` (ms): the simulator computes, a live feed only judges its age. */
  tick(now: number): void;
  /** Connect and warm up; resolves when the first tickers are there. */
  start(now: number): Promise<void>;
  close(): Promise<void>;
}
