/** Market data in HTX's shapes: market numbers are JSON numbers, already rounded to the symbol's precision. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { decimalText } from "../wire/amount.ts";
import { contractCode, symbol } from "./market-names.ts";
import {
  endpoint,
  figure,
  isRecord,
  nameText,
  nothing,
  queryInteger,
  readAs,
  shownText,
  timeMs,
} from "./endpoint.ts";

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

export const rankSorts = ["vol", "amount", "change", "close", "count"] as const;
export const scopes = ["coin", "contract", "second"] as const;
export type Scope = (typeof scopes)[number];
export const depthTypes = ["step0", "step1", "step2", "step3", "step4", "step5"] as const;

/** Digits after the point that a figure is shown with. */
const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(18));

const tickerRow = v.object({
  symbol: nameText(32),
  open: figure,
  high: figure,
  low: figure,
  close: figure,
  amount: figure,
  vol: figure,
  count: figure,
  bid: figure,
  bidSize: figure,
  ask: figure,
  askSize: figure,
  base: nameText(24),
  quote: nameText(24),
  /** 24 h change as a fraction: 0.0123 is +1.23 %. */
  change: figure,
  rank: v.optional(figure, 0),
  ts: timeMs,
  src: v.optional(v.picklist(["sim", "htx"]), "htx"),
});

/** The quote currencies a bare symbol may end in, the longest first. */
const quotes = ["usdt", "usdc", "husd", "usdd", "tusd", "btc", "eth", "trx", "usd", "ht"] as const;

/** HTX's own element says neither its currencies nor its change, nor when it was made. */
function asTicker(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { symbol: name, open, close, base, quote, change, ts } = value;
  const end =
    typeof name === "string" && (typeof base !== "string" || typeof quote !== "string")
      ? (quotes.find((one) => name.toLowerCase().endsWith(one)) ?? "")
      : "";
  const own = typeof name === "string" ? name.toUpperCase() : "";
  return {
    ...value,
    base: base ?? own.slice(0, own.length - end.length),
    quote: quote ?? end.toUpperCase(),
    change:
      change ??
      (typeof open === "number" && typeof close === "number" && open > 0 ? close / open - 1 : 0),
    count: value["count"] ?? 0,
    ts: ts ?? 0,
  };
}

const ticker = readAs(asTicker, tickerRow);

const candle = v.object({
  /** Start of the bucket, Unix s; day buckets start 00:00 GMT+8. */
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(8.64e12)),
  open: figure,
  close: figure,
  low: figure,
  high: figure,
  amount: figure,
  vol: figure,
  count: figure,
});

const level = v.tuple([figure, figure]);
const depth = v.object({
  ch: nameText(64),
  ts: timeMs,
  tick: v.object({ version: v.number(), ts: timeMs, bids: v.array(level), asks: v.array(level) }),
});

const trade = v.object({
  id: v.union([nameText(64), v.number()]),
  "trade-id": v.union([nameText(64), v.number()]),
  price: figure,
  amount: figure,
  direction: v.picklist(["buy", "sell"]),
  ts: timeMs,
});
const tradeGroup = v.object({
  id: v.union([nameText(64), v.number()]),
  ts: timeMs,
  data: v.array(trade),
});

const merged = v.object({
  symbol: nameText(32),
  ch: nameText(64),
  ts: timeMs,
  tick: v.object({
    id: v.number(),
    version: v.number(),
    open: figure,
    close: figure,
    low: figure,
    high: figure,
    amount: figure,
    vol: figure,
    count: figure,
    bid: level,
    ask: level,
  }),
  change: figure,
  /** Decimal strings, where the symbol has them. */
  mark: v.nullable(decimalText),
  index: v.nullable(decimalText),
});

const tier = v.object({
  floor: decimalText,
  cap: decimalText,
  mmr: decimalText,
  cum: decimalText,
  max_leverage: figure,
});
const symbolRow = v.object({
  "base-currency": nameText(24),
  "quote-currency": nameText(24),
  symbol: nameText(32),
  "price-precision": decimals,
  "amount-precision": decimals,
  "value-precision": decimals,
  "symbol-partition": nameText(32),
  state: v.picklist(["online", "offline", "suspend", "pre-online"]),
  "limit-order-min-order-amt": figure,
  "limit-order-max-order-amt": figure,
  "sell-market-min-order-amt": figure,
  "sell-market-max-order-amt": figure,
  "buy-market-max-order-value": figure,
  "min-order-value": figure,
  "max-order-value": figure,
  /** As factors of the last price: a limit buy above the one and a limit sell below the other is refused. */
  "buy-limit-must-less-than": v.optional(v.nullable(figure), null),
  "sell-limit-must-greater-than": v.optional(v.nullable(figure), null),
  /** Base above which a sell waits for the operator's review; null where none does. */
  "sell-review-over": v.optional(v.nullable(decimalText), null),
  "leverage-ratio": figure,
  "api-trading": nameText(32),
  name: v.optional(shownText(60), ""),
  fee: v.object({ maker: decimalText, taker: decimalText }),
  contract: v.nullable(
    v.object({
      contract_code: nameText(32),
      contract_size: decimalText,
      price_tick: decimalText,
      leverages: v.array(figure),
      tiers: v.array(tier),
      maker: decimalText,
      taker: decimalText,
    }),
  ),
  second: v.object({ enabled: v.boolean() }),
});

const fundingRow = {
  contract_code: nameText(32),
  funding_rate: decimalText,
  realized_rate: decimalText,
  funding_time: timeMs,
};
const funding = v.object({
  ...fundingRow,
  estimated_rate: decimalText,
  next_funding_time: timeMs,
  interval_h: figure,
  index_price: decimalText,
  mark_price: decimalText,
  last_price: decimalText,
  /** The source's tick these figures are of. */
  ts: timeMs,
});

const contractFigures = v.object({
  contract_code: nameText(32),
  symbol: nameText(32),
  /** Null while the source has none. */
  funding_rate: v.nullable(decimalText),
  next_funding_time: v.nullable(timeMs),
  /** Contracts that the people of this venue hold open, each position counted once. */
  open_interest: decimalText,
  /** What they are worth at the last price, in the quote currency; null while there is none. */
  open_interest_value: v.nullable(decimalText),
});

const sourceStatus = v.object({
  source: v.picklist(["sim", "htx"]),
  state: v.picklist(["live", "stale", "halted"]),
  last_tick_ts: timeMs,
  lag_ms: figure,
  /** The model of simulated prices. The venue also sends fields for checking a day, which the app ignores. */
  sim: v.optional(v.object({ model: nameText(64) })),
  /** Of a real market: by which generation of its paths each part of its contracts comes, or that it is missing. */
  htx: v.optional(v.object({ contracts: v.optional(v.record(nameText(64), nameText(32))) })),
  /** Profit and loss of the venue's own side, by currency; public, because the house never hides its side. */
  house_pnl: v.optional(v.record(nameText(24), decimalText)),
  /** Of it what stands against users' trades, and what pays where a position lost more than its margin; either may be negative. */
  liquidity: v.optional(v.record(nameText(24), decimalText)),
  insurance: v.optional(v.record(nameText(24), decimalText)),
  /** After a time in which the venue or a market was away: until when what was open before it waits. */
  standstill: v.optional(v.nullable(v.object({ from: timeMs, to: timeMs, until: timeMs }))),
});

export type TickerRow = v.InferOutput<typeof ticker>;
export type CandleRow = v.InferOutput<typeof candle>;
export type MergedTicker = v.InferOutput<typeof merged>;
export type Depth = v.InferOutput<typeof depth>;
export type TradeRow = v.InferOutput<typeof trade>;
export type TradeGroup = v.InferOutput<typeof tradeGroup>;
export type SymbolRow = v.InferOutput<typeof symbolRow>;
export type ContractFiguresRow = v.InferOutput<typeof contractFigures>;
export type FundingRow = v.InferOutput<typeof funding>;

export const marketEndpoints = {
  mergedTickerRank: endpoint({
    method: "GET",
    path: "/api/htx/getMergedTickerRank",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.remoteServiceError],
    summary: "All tickers, ranked.",
    request: v.object({
      sort: v.optional(v.picklist(rankSorts), "vol"),
      order: v.optional(v.picklist(["asc", "desc"]), "desc"),
      limit: v.optional(queryInteger(1, 5000), 200),
      scope: v.optional(v.picklist(scopes)),
    }),
    data: v.array(ticker),
  }),
  mergedTicker: endpoint({
    method: "GET",
    path: "/api/htx/getMergedTicker",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.unknownCurrency, codes.remoteServiceError],
    summary: "One symbol's rolling 24 h ticker with mark and index; without a symbol all tickers.",
    request: v.object({ symbol: v.optional(symbol) }),
    data: v.union([merged, v.array(ticker)]),
  }),
  kline: endpoint({
    method: "GET",
    path: "/api/htx/getKline",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.unknownCurrency, codes.remoteServiceError],
    summary:
      "Candles, newest first by default; `from` and `to` (Unix s) are inclusive and span at most 2000 buckets.",
    request: v.object({
      symbol,
      period: v.picklist(periods),
      size: v.optional(queryInteger(1, 2000), 150),
      from: v.optional(queryInteger(0, 4_102_444_800)),
      to: v.optional(queryInteger(0, 4_102_444_800)),
      order: v.optional(v.picklist(["asc", "desc"]), "desc"),
      price_type: v.optional(v.picklist(["last", "mark", "index"]), "last"),
    }),
    data: v.array(candle),
  }),
  sparklines: endpoint({
    method: "GET",
    path: "/api/htx/getSparklines",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.remoteServiceError],
    summary:
      "Closing prices of the last 24 hours, an hour apart and the present one last, of up to 60 symbols; those without are left out.",
    request: v.object({
      symbols: v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9]{2,24}(?:,[A-Za-z0-9]{2,24}){0,59}$/),
        v.transform((text) => text.toLowerCase().split(",")),
      ),
    }),
    data: v.record(v.string(), v.array(v.number())),
  }),
  depth: endpoint({
    method: "GET",
    path: "/api/htx/getDepth",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.unknownCurrency, codes.remoteServiceError],
    summary: "The order book; step N merges levels at precision × 10^N.",
    request: v.object({
      symbol,
      type: v.optional(v.picklist(depthTypes), "step0"),
      depth: v.optional(queryInteger(1, 150), 20),
    }),
    data: depth,
  }),
  trades: endpoint({
    method: "GET",
    path: "/api/htx/getTrades",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.unknownCurrency, codes.remoteServiceError],
    summary: "Latest trades, newest first; direction is the taker's side.",
    request: v.object({ symbol, size: v.optional(queryInteger(1, 2000), 50) }),
    data: v.array(tradeGroup),
  }),
  symbols: endpoint({
    method: "GET",
    path: "/api/htx/getSymbols",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.remoteServiceError],
    summary: "Trading rules of every symbol, with its contract and seconds facts.",
    request: v.object({ scope: v.optional(v.picklist(scopes)) }),
    data: v.array(symbolRow),
  }),
  funding: endpoint({
    method: "GET",
    path: "/api/htx/getFunding",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.unknownCurrency, codes.remoteServiceError],
    summary: "Current funding rate of a contract with its index and mark price.",
    request: v.object({ contract_code: contractCode }),
    data: funding,
  }),
  contractFigures: endpoint({
    method: "GET",
    path: "/api/htx/getContractFigures",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.remoteServiceError],
    summary: "Funding rate and open interest of every contract.",
    request: nothing,
    data: v.array(contractFigures),
  }),
  fundingHistory: endpoint({
    method: "GET",
    path: "/api/htx/getFundingHistory",
    access: "visitor",
    public: true,
    quiet: true,
    refusals: [codes.unknownCurrency, codes.remoteServiceError],
    summary: "Settled funding rates, newest first.",
    request: v.object({
      contract_code: contractCode,
      page_index: v.optional(queryInteger(1, 100_000), 1),
      page_size: v.optional(queryInteger(1, 50), 20),
    }),
    data: v.object({
      total_page: figure,
      current_page: figure,
      total_size: figure,
      data: v.array(v.object(fundingRow)),
    }),
  }),
  timestamp: endpoint({
    method: "GET",
    path: "/api/htx/getTimestamp",
    access: "visitor",
    quiet: true,
    refusals: [],
    summary: "The venue's clock, Unix ms.",
    request: nothing,
    data: timeMs,
  }),
  status: endpoint({
    method: "GET",
    path: "/api/htx/getStatus",
    access: "visitor",
    quiet: true,
    refusals: [],
    summary:
      "Where prices come from, how fresh they are, and how the house stands; with brief=1 without the rest.",
    request: v.object({ brief: v.optional(v.picklist(["1"])) }),
    data: sourceStatus,
  }),
  collect: endpoint({
    method: "GET",
    path: "/api/htx/getCollect",
    access: "user",
    refusals: [],
    summary: "The user's favourite symbols.",
    request: nothing,
    data: v.array(nameText(32)),
  }),
  setCollect: endpoint({
    method: "POST",
    path: "/api/htx/setCollect",
    access: "user",
    refusals: [codes.unknownCurrency],
    summary: "Adds or removes a favourite; answers the new list.",
    request: v.object({ symbol, collect: v.picklist([0, 1]) }),
    // The specification has the list fetched again, so what this call says of it is not needed.
    data: v.fallback(v.array(nameText(32)), []),
  }),
};
