/** Market data in HTX's shapes: market numbers are JSON numbers, already rounded to the symbol's precision. */
import * as v from "valibot";
import { endpoint, isRecord, nothing, queryInteger, readAs, timeMs } from "./endpoint.ts";
import { symbol } from "./symbol.ts";

export const periods = ["1min", "5min", "15min", "30min", "60min", "4hour", "1day", "1week", "1mon", "1year"] as const;
export type Period = (typeof periods)[number];

export const rankSorts = ["vol", "amount", "change", "close", "count"] as const;
export const scopes = ["coin", "contract", "second"] as const;
export const depthTypes = ["step0", "step1", "step2", "step3", "step4", "step5"] as const;

/** Ages at which a figure is no longer live, in ms since the venue's own timestamp (screens.md, Age). */
export const delayedAfterMs = 3000;
export const frozenAfterMs = 10_000;

const contractCode = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,12}-[A-Za-z0-9]{1,12}$/), v.transform((text) => text.toUpperCase()));

const tickerRow = v.object({
  symbol: v.string(),
  open: v.number(), high: v.number(), low: v.number(), close: v.number(),
  amount: v.number(), vol: v.number(), count: v.number(),
  bid: v.number(), bidSize: v.number(), ask: v.number(), askSize: v.number(),
  base: v.string(), quote: v.string(),
  /** 24 h change as a fraction: 0.0123 is +1.23 %. */
  change: v.number(),
  rank: v.optional(v.number(), 0),
  ts: timeMs,
  src: v.optional(v.picklist(["sim", "htx"]), "htx"),
});

/** The quote currencies a bare symbol may end in, the longest first. */
const quotes = ["usdt", "usdc", "husd", "usdd", "tusd", "btc", "eth", "trx", "usd", "ht"] as const;

/** HTX's own element says neither its currencies nor its change, nor when it was made. */
function asTicker(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { symbol: name, open, close, base, quote, change, ts } = value;
  const end = typeof name === "string" && (typeof base !== "string" || typeof quote !== "string") ? quotes.find((one) => name.toLowerCase().endsWith(one)) ?? "" : "";
  const own = typeof name === "string" ? name.toUpperCase() : "";
  return {
    ...value,
    base: base ?? own.slice(0, own.length - end.length),
    quote: quote ?? end.toUpperCase(),
    change: change ?? (typeof open === "number" && typeof close === "number" && open > 0 ? close / open - 1 : 0),
    count: value["count"] ?? 0,
    ts: ts ?? 0,
  };
}

const ticker = readAs(asTicker, tickerRow);

const candle = v.object({
  /** Start of the bucket, Unix s; day buckets start 00:00 GMT+8. */
  id: v.number(),
  open: v.number(), close: v.number(), low: v.number(), high: v.number(),
  amount: v.number(), vol: v.number(), count: v.number(),
});

const level = v.tuple([v.number(), v.number()]);
const depth = v.object({ ch: v.string(), ts: timeMs, tick: v.object({ version: v.number(), ts: timeMs, bids: v.array(level), asks: v.array(level) }) });

const trade = v.object({
  id: v.union([v.string(), v.number()]), "trade-id": v.union([v.string(), v.number()]),
  price: v.number(), amount: v.number(), direction: v.picklist(["buy", "sell"]), ts: timeMs,
});
const tradeGroup = v.object({ id: v.union([v.string(), v.number()]), ts: timeMs, data: v.array(trade) });

const merged = v.object({
  symbol: v.string(), ch: v.string(), ts: timeMs,
  tick: v.object({
    id: v.number(), version: v.number(),
    open: v.number(), close: v.number(), low: v.number(), high: v.number(),
    amount: v.number(), vol: v.number(), count: v.number(), bid: level, ask: level,
  }),
  change: v.number(),
  /** Decimal strings, where the symbol has them. */
  mark: v.nullable(v.string()), index: v.nullable(v.string()),
});

const tier = v.object({ floor: v.string(), cap: v.string(), mmr: v.string(), cum: v.string(), max_leverage: v.number() });
const symbolRow = v.object({
  "base-currency": v.string(), "quote-currency": v.string(), symbol: v.string(),
  "price-precision": v.number(), "amount-precision": v.number(), "value-precision": v.number(),
  "symbol-partition": v.string(), state: v.picklist(["online", "offline", "suspend", "pre-online"]),
  "limit-order-min-order-amt": v.number(), "limit-order-max-order-amt": v.number(),
  "sell-market-min-order-amt": v.number(), "sell-market-max-order-amt": v.number(),
  "buy-market-max-order-value": v.number(), "min-order-value": v.number(), "max-order-value": v.number(),
  "leverage-ratio": v.number(), "api-trading": v.string(),
  name: v.optional(v.string(), ""),
  fee: v.object({ maker: v.string(), taker: v.string() }),
  contract: v.nullable(v.object({
    contract_code: v.string(), contract_size: v.string(), price_tick: v.string(),
    leverages: v.array(v.number()), tiers: v.array(tier), maker: v.string(), taker: v.string(),
  })),
  second: v.object({ enabled: v.boolean() }),
});

const fundingRow = { contract_code: v.string(), funding_rate: v.string(), realized_rate: v.string(), funding_time: timeMs };
const funding = v.object({
  ...fundingRow, estimated_rate: v.string(), next_funding_time: timeMs, interval_h: v.number(),
  index_price: v.string(), mark_price: v.string(), last_price: v.string(),
  /** The source's tick these figures are of. */
  ts: timeMs,
});

const sourceStatus = v.object({
  source: v.picklist(["sim", "htx"]), state: v.picklist(["live", "stale", "halted"]),
  last_tick_ts: timeMs, lag_ms: v.number(),
  sim: v.optional(v.looseObject({ model: v.string() })),
  /** Profit and loss of the venue's own side, by currency; public, because the house never hides its side. */
  house_pnl: v.record(v.string(), v.string()),
});

export type TickerRow = v.InferOutput<typeof ticker>;
export type CandleRow = v.InferOutput<typeof candle>;
export type MergedTicker = v.InferOutput<typeof merged>;
export type Depth = v.InferOutput<typeof depth>;
export type TradeRow = v.InferOutput<typeof trade>;
export type TradeGroup = v.InferOutput<typeof tradeGroup>;
export type SymbolRow = v.InferOutput<typeof symbolRow>;
export type FundingRow = v.InferOutput<typeof funding>;

export const marketEndpoints = {
  mergedTickerRank: endpoint({
    method: "GET", path: "/api/htx/getMergedTickerRank", access: "visitor", public: true, quiet: true, refusals: [100010],
    summary: "All tickers, ranked.",
    request: v.object({
      sort: v.optional(v.picklist(rankSorts), "vol"), order: v.optional(v.picklist(["asc", "desc"]), "desc"),
      limit: v.optional(queryInteger(1, 5000), 200), scope: v.optional(v.picklist(scopes)),
    }),
    data: v.array(ticker),
  }),
  mergedTicker: endpoint({
    method: "GET", path: "/api/htx/getMergedTicker", access: "visitor", public: true, quiet: true, refusals: [300018, 100010],
    summary: "One symbol's rolling 24 h ticker with mark and index; without a symbol all tickers.",
    request: v.object({ symbol: v.optional(symbol) }),
    data: v.union([merged, v.array(ticker)]),
  }),
  kline: endpoint({
    method: "GET", path: "/api/htx/getKline", access: "visitor", public: true, quiet: true, refusals: [300018, 100010],
    summary: "Candles, newest first by default; `from` and `to` (Unix s) are inclusive and span at most 2000 buckets.",
    request: v.object({
      symbol, period: v.picklist(periods), size: v.optional(queryInteger(1, 2000), 150),
      from: v.optional(queryInteger(0, 4_102_444_800)), to: v.optional(queryInteger(0, 4_102_444_800)),
      order: v.optional(v.picklist(["asc", "desc"]), "desc"),
      price_type: v.optional(v.picklist(["last", "mark", "index"]), "last"),
    }),
    data: v.array(candle),
  }),
  depth: endpoint({
    method: "GET", path: "/api/htx/getDepth", access: "visitor", public: true, quiet: true, refusals: [300018, 100010],
    summary: "The order book; step N merges levels at precision × 10^N.",
    request: v.object({ symbol, type: v.optional(v.picklist(depthTypes), "step0"), depth: v.optional(queryInteger(1, 150), 20) }),
    data: depth,
  }),
  trades: endpoint({
    method: "GET", path: "/api/htx/getTrades", access: "visitor", public: true, quiet: true, refusals: [300018, 100010],
    summary: "Latest trades, newest first; direction is the taker's side.",
    request: v.object({ symbol, size: v.optional(queryInteger(1, 2000), 50) }),
    data: v.array(tradeGroup),
  }),
  symbols: endpoint({
    method: "GET", path: "/api/htx/getSymbols", access: "visitor", public: true, quiet: true, refusals: [100010],
    summary: "Trading rules of every symbol, with its contract and seconds facts.",
    request: v.object({ scope: v.optional(v.picklist(scopes)) }),
    data: v.array(symbolRow),
  }),
  funding: endpoint({
    method: "GET", path: "/api/htx/getFunding", access: "visitor", public: true, quiet: true, refusals: [300018, 100010],
    summary: "Current funding rate of a contract with its index and mark price.",
    request: v.object({ contract_code: contractCode }),
    data: funding,
  }),
  fundingHistory: endpoint({
    method: "GET", path: "/api/htx/getFundingHistory", access: "visitor", public: true, quiet: true, refusals: [300018, 100010],
    summary: "Settled funding rates, newest first.",
    request: v.object({ contract_code: contractCode, page_index: v.optional(queryInteger(1, 100_000), 1), page_size: v.optional(queryInteger(1, 50), 20) }),
    data: v.object({ total_page: v.number(), current_page: v.number(), total_size: v.number(), data: v.array(v.object(fundingRow)) }),
  }),
  timestamp: endpoint({
    method: "GET", path: "/api/htx/getTimestamp", access: "visitor", quiet: true, refusals: [],
    summary: "The venue's clock, Unix ms.",
    request: nothing, data: timeMs,
  }),
  status: endpoint({
    method: "GET", path: "/api/htx/getStatus", access: "visitor", quiet: true, refusals: [],
    summary: "Where prices come from, how fresh they are, and how the house stands.",
    request: nothing, data: sourceStatus,
  }),
  collect: endpoint({
    method: "GET", path: "/api/htx/getCollect", access: "user", refusals: [],
    summary: "The user's favourite symbols.",
    request: nothing, data: v.array(v.string()),
  }),
  setCollect: endpoint({
    method: "POST", path: "/api/htx/setCollect", access: "user", refusals: [300018],
    summary: "Adds or removes a favourite; answers the new list.",
    request: v.object({ symbol, collect: v.picklist([0, 1]) }),
    // The specification has the list fetched again, so what this call says of it is not needed.
    data: v.fallback(v.array(v.string()), []),
  }),
};
