/**
 * HTX's own public paths, parameters, envelope and errors over our market, so that a client of HTX (ccxt
 * with its hosts replaced) works unchanged. Paths are those below `/htx`.
 */
import { depthTypes, type Depth } from "#protocol/api/market.ts";
import type { Clock } from "../../lib/clock.ts";
import type {
  KlineRange,
  MarketSource,
  Period,
  SymbolSpec,
  Ticker,
} from "../../feed/market-source.ts";
import { SourceUnavailable } from "../../feed/source-unavailable.ts";
import { Refusal, TooMany } from "../../store/refusal.ts";
import { coinMargined } from "./coin-margined.ts";
import { contractCandles } from "./contract-candles.ts";
import type { ContractFigures } from "./contract-figures.ts";
import { contractQuotes } from "./contract-quotes.ts";
import { contractTerms } from "./contract-terms.ts";
import { contractV5 } from "./contract-v5.ts";
import { type Asked, type HtxEndpoint, HtxRefusal, integerOf, specOf } from "./htx-call.ts";
import { coinRange } from "./kline-range.ts";
import { readCandles, toDepthTick } from "../quotes/market-reads.ts";
import { isPeriod } from "../stream/stream-topic.ts";
import { toSymbolRow } from "../quotes/symbol-row.ts";
import { toMergedTick, toTickerRow, toTradeGroup } from "../quotes/quote-wire.ts";

export interface HtxCompatibility {
  /** The body that HTX would answer to a GET; undefined for an unknown path. */
  answer(path: string, query: URLSearchParams, caller: string): Promise<object | undefined>;
}

/** The last second a range may name: 2100-01-01. */
const latest = 4_102_444_800;

const endpoints: Record<string, HtxEndpoint> = {
  ...contractQuotes,
  ...contractCandles,
  ...contractTerms,
  ...contractV5,
  ...coinMargined,
  "/market/tickers": ({ source, now }) => {
    const tickers = source.tickers();
    return {
      status: "ok",
      ts: tickers.length === 0 ? now : Math.max(...tickers.map(({ ts }) => ts)),
      data: tickers.flatMap((ticker) => {
        const spec = source.spec(ticker.symbol);
        return spec ? [tickerElement(ticker, spec)] : [];
      }),
    };
  },
  "/market/detail/merged": (asked) => {
    const { spec, ticker } = tickerOf(asked);
    return {
      status: "ok",
      ch: `market.${spec.symbol}.detail.merged`,
      ts: ticker.ts,
      tick: toMergedTick(ticker, spec),
    };
  },
  "/market/detail": (asked) => {
    const { spec, ticker } = tickerOf(asked);
    const { bid: _bid, ask: _ask, ...tick } = toMergedTick(ticker, spec);
    return { status: "ok", ch: `market.${spec.symbol}.detail`, ts: ticker.ts, tick };
  },
  "/market/history/kline": (asked) =>
    klines(asked, () => ({ size: integerOf(asked.query, "size", 1, 2000, 150) })),
  "/market/history/candles": (asked) => {
    const optional = (name: string, least: number, most: number) =>
      asked.query.has(name) ? integerOf(asked.query, name, least, most, 0) : undefined;
    const range = {
      size: optional("size", 1, 1000),
      from: optional("from", 0, latest),
      to: optional("to", 0, latest),
    };
    const nowSec = Math.floor(asked.now / 1000);
    return klines(asked, (period) => coinRange(range, period, nowSec, { usual: 150, most: 150 }));
  },
  "/market/depth": async (asked) => {
    const spec = specOf(asked);
    const type = asked.query.get("type") ?? "step0";
    if (!depthTypes.some((known) => known === type))
      throw new HtxRefusal("invalid-parameter", "invalid type");
    const levels = integerOf(asked.query, "depth", 5, 150, type === "step0" ? 150 : 20);
    const tick: Depth["tick"] = toDepthTick(
      await asked.source.depth(spec.symbol),
      spec,
      type,
      levels,
    );
    return { status: "ok", ch: `market.${spec.symbol}.depth.${type}`, ts: asked.now, tick };
  },
  "/market/trade": async (asked) => {
    const spec = specOf(asked);
    const [last] = await asked.source.trades(spec.symbol, 1);
    return {
      status: "ok",
      ch: `market.${spec.symbol}.trade.detail`,
      ts: asked.now,
      tick: last ? toTradeGroup(last, spec) : null,
    };
  },
  "/market/history/trade": async (asked) => {
    const spec = specOf(asked);
    const trades = await asked.source.trades(
      spec.symbol,
      integerOf(asked.query, "size", 1, 2000, 1),
    );
    return {
      status: "ok",
      ch: `market.${spec.symbol}.trade.detail`,
      ts: asked.now,
      data: trades.map((trade) => toTradeGroup(trade, spec)),
    };
  },
  "/v1/common/symbols": ({ source }) => ({
    status: "ok",
    data: source.symbols().map((spec) => {
      const {
        contract: _contract,
        second: _second,
        fee: _fee,
        name: _name,
        "sell-review-over": _review,
        ...row
      } = toSymbolRow(spec);
      // The older names of the least and most amount, which HTX still gives.
      return {
        ...row,
        "min-order-amt": row["limit-order-min-order-amt"],
        "max-order-amt": row["limit-order-max-order-amt"],
      };
    }),
  }),
  "/v1/common/exchange": (asked) => {
    const row = toSymbolRow(specOf(asked));
    return {
      status: "ok",
      data: {
        symbol: row.symbol,
        "limit-order-must-greater-than": row["limit-order-min-order-amt"],
        "limit-order-must-less-than": row["limit-order-max-order-amt"],
        "market-sell-order-must-greater-than": row["sell-market-min-order-amt"],
        "market-sell-order-must-less-than": row["sell-market-max-order-amt"],
        "market-buy-order-must-greater-than": row["min-order-value"],
        "market-buy-order-must-less-than": row["buy-market-max-order-value"],
      },
    };
  },
  "/v1/common/currencys": ({ source }) => ({ status: "ok", data: currencies(source) }),
  "/v1/common/timestamp": ({ now }) => ({ status: "ok", data: now }),
  "/v1/settings/common/market-symbols": ({ source, query, now }) => {
    const wanted = query.get("symbols")?.toLowerCase().split(",");
    const specs = source
      .symbols()
      .filter((spec) => wanted === undefined || wanted.includes(spec.symbol));
    return {
      status: "ok",
      data: specs.map(shortRules),
      ts: String(now),
      full: wanted === undefined ? 1 : 0,
    };
  },
  "/v2/market-status": ({ source }) => ({
    code: 200,
    message: "success",
    data: { marketStatus: marketStatus[source.health().state] },
  }),
  "/v2/reference/currencies": ({ source, query }) => {
    const wanted = query.get("currency")?.toLowerCase();
    const listed = currencies(source).filter(
      (currency) => wanted === undefined || wanted === currency,
    );
    // No chain takes deposits: this is paper money.
    return {
      code: 200,
      data: listed.map((currency) => ({
        currency,
        assetType: "1",
        chains: [],
        instStatus: "normal",
      })),
    };
  },
};

/** HTX's codes of the market's status: 1 trading, 2 halted. */
const marketStatus = { live: 1, stale: 2, halted: 2 } as const;

/** Endpoints that answer also before the source has any symbol. */
const alwaysOpen = new Set([
  "/v2/market-status",
  "/v1/common/timestamp",
  "/api/v1/timestamp",
  "/heartbeat/",
]);

/** @param figures what the venue knows of its contracts; without it, open interest is unknown */
export function createHtxCompatibility(
  source: MarketSource,
  clock: Clock,
  figures: ContractFigures = noFigures,
): HtxCompatibility {
  return {
    async answer(path, query, caller) {
      const endpoint = Object.hasOwn(endpoints, path) ? endpoints[path] : undefined;
      if (!endpoint) return undefined;
      const now = clock.now();
      try {
        if (source.symbols().length === 0 && !alwaysOpen.has(path))
          throw new SourceUnavailable("no symbols yet");
        return await endpoint({ source, figures, query, now, caller });
      } catch (error) {
        if (error instanceof HtxRefusal) return refused(path, now, error.code, error.message);
        if (error instanceof TooMany) throw error;
        if (error instanceof Refusal)
          return refused(path, now, "system-maintenance", "market data is out of reach");
        throw error;
      }
    },
  };
}

const unknown = async (): Promise<never> => {
  throw new SourceUnavailable("nothing is known of the users' positions");
};
const noFigures: ContractFigures = {
  openInterest: unknown,
  openInterestAt: unknown,
  liquidations: unknown,
};

/** Each part of HTX has an envelope of its own for errors. */
function refused(path: string, ts: number, code: string | number, message: string): object {
  if (path.startsWith("/v5/")) return { code, message, data: null, ts };
  return contractPaths.test(path)
    ? { status: "error", err_code: code, err_msg: message, ts }
    : { ts, status: "error", "err-code": code, "err-msg": message };
}

const contractPaths = /^\/(v2\/)?(linear-swap|swap-api|index\/|api\/)/;

function tickerOf(asked: Asked): { spec: SymbolSpec; ticker: Ticker } {
  const spec = specOf(asked);
  const ticker = asked.source.ticker(spec.symbol);
  if (!ticker) throw new SourceUnavailable(`no ticker of ${spec.symbol}`);
  return { spec, ticker };
}

/** Newest first. */
async function klines(asked: Asked, rangeOf: (period: Period) => KlineRange): Promise<object> {
  const spec = specOf(asked);
  const period = asked.query.get("period") ?? "";
  if (!isPeriod(period)) throw new HtxRefusal("invalid-parameter", "invalid period");
  const candles = await readCandles(asked.source, spec, period, rangeOf(period), {
    caller: asked.caller,
  });
  return {
    status: "ok",
    ch: `market.${spec.symbol}.kline.${period}`,
    ts: asked.now,
    data: candles.toReversed(),
  };
}

function tickerElement(ticker: Ticker, spec: SymbolSpec): object {
  const { symbol, open, high, low, close, amount, vol, count, bid, bidSize, ask, askSize, ts } =
    toTickerRow(ticker, spec, "sim");
  // HTX does not say how old an element is; ccxt reads it where it is there.
  return { symbol, open, high, low, close, amount, vol, count, bid, bidSize, ask, askSize, ts };
}

function currencies(source: MarketSource): string[] {
  return [
    ...new Set(
      source.symbols().flatMap(({ base, quote }) => [quote.toLowerCase(), base.toLowerCase()]),
    ),
  ].sort();
}

/** HTX's short names: precisions, then least and most amounts and values of limit and market orders. */
function shortRules(spec: SymbolSpec): object {
  const row = toSymbolRow(spec);
  const [least, most, mostValue] = [
    row["limit-order-min-order-amt"],
    row["limit-order-max-order-amt"],
    row["max-order-value"],
  ];
  return {
    symbol: spec.symbol,
    bc: row["base-currency"],
    qc: row["quote-currency"],
    state: row.state,
    sp: row["symbol-partition"],
    pp: row["price-precision"],
    ap: row["amount-precision"],
    vp: row["value-precision"],
    minoa: least,
    maxoa: most,
    minov: row["min-order-value"],
    maxov: mostValue,
    lominoa: least,
    lomaxoa: most,
    lomaxba: most,
    lomaxsa: most,
    smminoa: least,
    smmaxoa: most,
    bmmaxov: row["buy-market-max-order-value"],
    blmlt: row["buy-limit-must-less-than"],
    slmgt: row["sell-limit-must-greater-than"],
    at: row["api-trading"],
  };
}
