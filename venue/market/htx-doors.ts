/**
 * HTX's own public paths, parameters, envelope and errors over our market, so that a client of HTX (ccxt
 * with its hosts replaced) works unchanged. Paths are those below `/htx`.
 */
import { depthTypes, type Depth } from "#protocol/market.ts";
import type { Clock } from "../clock.ts";
import { bucketStart, shiftBucket } from "../feed/candle-buckets.ts";
import type { KlineRange, MarketSource, SymbolSpec, Ticker } from "../feed/market-source.ts";
import { SourceUnavailable } from "../feed/source-unavailable.ts";
import { Refusal } from "../store/refusal.ts";
import { readCandles, toDepthTick } from "./market-reads.ts";
import { isPeriod } from "./stream-topic.ts";
import { toSymbolRow } from "./symbol-row.ts";
import { toMergedTick, toTickerRow, toTradeGroup } from "./wire.ts";

export interface HtxDoors {
  /** The body HTX would answer to a GET; undefined for a path that is not among them. */
  answer(path: string, query: URLSearchParams): Promise<object | undefined>;
}

interface Asked {
  source: MarketSource;
  query: URLSearchParams;
  now: number;
}

/** A wrong parameter, in HTX's words. */
class HtxRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

type Door = (asked: Asked) => Promise<object> | object;

const doors: Record<string, Door> = {
  "/market/tickers": ({ source, now }) => ({ status: "ok", ts: now, data: source.tickers().flatMap((ticker) => {
    const spec = source.spec(ticker.symbol);
    return spec ? [tickerElement(ticker, spec)] : [];
  }) }),
  "/market/detail/merged": (asked) => {
    const { spec, ticker } = tickerOf(asked);
    return { status: "ok", ch: `market.${spec.symbol}.detail.merged`, ts: asked.now, tick: toMergedTick(ticker, spec) };
  },
  "/market/detail": (asked) => {
    const { spec, ticker } = tickerOf(asked);
    const { bid: _bid, ask: _ask, ...tick } = toMergedTick(ticker, spec);
    return { status: "ok", ch: `market.${spec.symbol}.detail`, ts: asked.now, tick };
  },
  "/market/history/kline": (asked) => klines(asked, { size: integer(asked.query, "size", 1, 2000, 150) }),
  "/market/history/candles": (asked) => {
    const size = integer(asked.query, "size", 1, 1000, 150);
    const from = integer(asked.query, "from", 0, 4_102_444_800, -1);
    const to = integer(asked.query, "to", 0, 4_102_444_800, Math.floor(asked.now / 1000));
    return klines(asked, from < 0 ? { size } : { from, to, most: size });
  },
  "/market/depth": async (asked) => {
    const spec = specOf(asked);
    const type = asked.query.get("type") ?? "step0";
    if (!depthTypes.some((known) => known === type)) throw new HtxRefusal("invalid-parameter", "invalid type");
    const levels = integer(asked.query, "depth", 5, 150, type === "step0" ? 150 : 20);
    const tick: Depth["tick"] = toDepthTick(await asked.source.depth(spec.symbol), spec, type, levels);
    return { status: "ok", ch: `market.${spec.symbol}.depth.${type}`, ts: asked.now, tick };
  },
  "/market/trade": async (asked) => {
    const spec = specOf(asked);
    const [last] = await asked.source.trades(spec.symbol, 1);
    return { status: "ok", ch: `market.${spec.symbol}.trade.detail`, ts: asked.now, tick: last ? toTradeGroup(last, spec) : null };
  },
  "/market/history/trade": async (asked) => {
    const spec = specOf(asked);
    const trades = await asked.source.trades(spec.symbol, integer(asked.query, "size", 1, 2000, 1));
    return { status: "ok", ch: `market.${spec.symbol}.trade.detail`, ts: asked.now, data: trades.map((trade) => toTradeGroup(trade, spec)) };
  },
  "/v1/common/symbols": ({ source }) => ({ status: "ok", data: source.symbols().map((spec) => {
    const { contract: _contract, second: _second, fee: _fee, name: _name, ...row } = toSymbolRow(spec);
    return row;
  }) }),
  "/v1/common/currencys": ({ source }) => ({ status: "ok", data: currencies(source) }),
  "/v1/common/timestamp": ({ now }) => ({ status: "ok", data: now }),
  "/v1/settings/common/market-symbols": ({ source, query, now }) => {
    const wanted = query.get("symbols")?.toLowerCase().split(",");
    const specs = source.symbols().filter((spec) => wanted === undefined || wanted.includes(spec.symbol));
    return { status: "ok", data: specs.map(shortRules), ts: String(now), full: wanted === undefined ? 1 : 0 };
  },
  "/v2/reference/currencies": ({ source, query }) => {
    const wanted = query.get("currency")?.toLowerCase();
    const listed = currencies(source).filter((currency) => wanted === undefined || wanted === currency);
    // No chain takes deposits: this is paper money.
    return { code: 200, data: listed.map((currency) => ({ currency, chains: [], instStatus: "normal" })) };
  },
};

export function createHtxDoors(source: MarketSource, clock: Clock): HtxDoors {
  return {
    async answer(path, query) {
      const door = Object.hasOwn(doors, path) ? doors[path] : undefined;
      if (!door) return undefined;
      const now = clock.now();
      try {
        if (source.symbols().length === 0) throw new SourceUnavailable("no symbols yet");
        return await door({ source, query, now });
      } catch (error) {
        if (error instanceof HtxRefusal) return refused(now, error.code, error.message);
        if (error instanceof Refusal) return refused(now, "service-unavailable", "market data is out of reach");
        throw error;
      }
    },
  };
}

function refused(ts: number, code: string, message: string): object {
  return { ts, status: "error", "err-code": code, "err-msg": message };
}

function specOf({ source, query }: Asked): SymbolSpec {
  const spec = source.spec(query.get("symbol")?.toLowerCase() ?? "");
  if (!spec) throw new HtxRefusal("invalid-parameter", "invalid symbol");
  return spec;
}

function tickerOf(asked: Asked): { spec: SymbolSpec; ticker: Ticker } {
  const spec = specOf(asked);
  const ticker = asked.source.ticker(spec.symbol);
  if (!ticker) throw new SourceUnavailable(`no ticker of ${spec.symbol}`);
  return { spec, ticker };
}

function integer(query: URLSearchParams, name: string, min: number, max: number, fallback: number): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new HtxRefusal("bad-request", `invalid ${name}, valid range: [${min},${max}]`);
  return value;
}

/** Newest first; of a range the newest `most`. */
async function klines(asked: Asked, wanted: { size: number } | { from: number; to: number; most: number }): Promise<object> {
  const spec = specOf(asked);
  const period = asked.query.get("period") ?? "";
  if (!isPeriod(period)) throw new HtxRefusal("invalid-parameter", "invalid period");
  const range: KlineRange = "size" in wanted
    ? wanted
    : { from: Math.max(wanted.from, shiftBucket(period, bucketStart(period, wanted.to), 1 - wanted.most)), to: wanted.to };
  const candles = await readCandles(asked.source, spec, period, range);
  return { status: "ok", ch: `market.${spec.symbol}.kline.${period}`, ts: asked.now, data: candles.reverse() };
}

function tickerElement(ticker: Ticker, spec: SymbolSpec): object {
  const { symbol, open, high, low, close, amount, vol, count, bid, bidSize, ask, askSize } = toTickerRow(ticker, spec, "sim");
  return { symbol, open, high, low, close, amount, vol, count, bid, bidSize, ask, askSize };
}

function currencies(source: MarketSource): string[] {
  return [...new Set(source.symbols().flatMap(({ base, quote }) => [quote.toLowerCase(), base.toLowerCase()]))].sort();
}

/** HTX's short names: precisions, then least and most amounts and values of limit and market orders. */
function shortRules(spec: SymbolSpec): object {
  const row = toSymbolRow(spec);
  const [least, most, mostValue] = [row["limit-order-min-order-amt"], row["limit-order-max-order-amt"], row["max-order-value"]];
  return {
    symbol: spec.symbol, bc: row["base-currency"], qc: row["quote-currency"], state: row.state, sp: row["symbol-partition"],
    pp: row["price-precision"], ap: row["amount-precision"], vp: row["value-precision"],
    minoa: least, maxoa: most, minov: row["min-order-value"], maxov: mostValue,
    lominoa: least, lomaxoa: most, lomaxba: most, lomaxsa: most, smminoa: least, smmaxoa: most, bmmaxov: row["buy-market-max-order-value"], at: row["api-trading"],
  };
}
