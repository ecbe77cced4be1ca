/**
 * HTX's quotes of linear swaps (`/linear-swap-ex/market`). A contract trades in its coin's market: the same
 * book and prints, with sizes in contracts. Volumes count each print once, as everywhere in the venue; HTX
 * counts both its sides.
 */
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { Ticker, Trade } from "../../feed/market-source.ts";
import { SourceUnavailable } from "../../feed/source-unavailable.ts";
import { mergeDepth } from "../quotes/market-reads.ts";
import { toNumber } from "../quotes/quote-wire.ts";
import {
  type ContractSpec,
  contractOf,
  contractsIn,
  contractsOf,
  integerField,
  invalidField,
  text,
} from "./contract-call.ts";
import type { Asked, HtxEndpoint } from "./htx-call.ts";

const merged: HtxEndpoint = (asked) => {
  const spec = contractOf(asked);
  const ticker = tickerOf(asked, spec);
  const { contract_code, business_type: _business, ...tick } = mergedTick(ticker, spec);
  return {
    status: "ok",
    ch: `market.${contract_code}.detail.merged`,
    ts: ticker.ts,
    tick: { ...tick, version: ticker.ts },
  };
};

const batchMerged: HtxEndpoint = (asked) => {
  const ticks = isForSwaps(asked)
    ? contractsOf(asked).flatMap((spec) => {
        const ticker = asked.source.ticker(spec.symbol);
        return ticker ? [mergedTick(ticker, spec)] : [];
      })
    : [];
  return { status: "ok", ticks, ts: newestOf(ticks, asked.now) };
};

const depth: HtxEndpoint = async (asked) => {
  const spec = contractOf(asked);
  const type = asked.query.get("type") ?? "step0";
  const [, digits] = /^step(\d|1[0-3])$/.exec(type) ?? [];
  if (digits === undefined) throw invalidField("type");
  const { step, levels } = depthOf(Number(digits));
  const book = await asked.source.depth(spec.symbol);
  const side = (name: "bids" | "asks") =>
    mergeDepth(book[name], step, name)
      .slice(0, levels)
      .map(([price, lots]) => [toNumber(price, spec.pricePrecision), contractsIn(lots, spec)]);
  const ch = `market.${spec.contract.contractCode}.depth.${type}`;
  return {
    status: "ok",
    ch,
    ts: asked.now,
    tick: {
      ch,
      id: Math.floor(book.ts / 1000),
      mrid: book.version,
      version: book.version,
      ts: book.ts,
      bids: side("bids"),
      asks: side("asks"),
    },
  };
};

const bbo: HtxEndpoint = (asked) => {
  const ticks = isForSwaps(asked)
    ? contractsOf(asked).flatMap((spec) => {
        const ticker = asked.source.ticker(spec.symbol);
        if (!ticker) return [];
        const { contract_code, business_type, bid, ask, ts } = mergedTick(ticker, spec);
        return [{ contract_code, business_type, mrid: ts, bid, ask, ts }];
      })
    : [];
  return { status: "ok", ticks, ts: newestOf(ticks, asked.now) };
};

const lastTrades: HtxEndpoint = async (asked) => {
  const specs = isForSwaps(asked) ? contractsOf(asked) : [];
  const data = await Promise.all(
    specs.map(async (spec) => {
      const trades = await asked.source.trades(spec.symbol, 1);
      return trades.map((trade) => {
        const { price, amount, quantity, trade_turnover, ...rest } = tradeRow(trade, spec);
        return {
          ...rest,
          price: String(price),
          amount: String(amount),
          quantity: String(quantity),
          trade_turnover,
          contract_code: spec.contract.contractCode,
          business_type: "swap",
          trade_partition: spec.quote,
        };
      });
    }),
  );
  const code = asked.query.get("contract_code")?.toUpperCase() ?? "*";
  return {
    status: "ok",
    ch: `market.${code}.trade.detail`,
    ts: asked.now,
    tick: { id: asked.now, ts: asked.now, data: data.flat() },
  };
};

const tradeHistory: HtxEndpoint = async (asked) => {
  const spec = contractOf(asked);
  const size = integerField(asked.query, "size", 1, 2000) ?? 1;
  const trades = await asked.source.trades(spec.symbol, size);
  return {
    status: "ok",
    ch: `market.${spec.contract.contractCode}.trade.detail`,
    ts: asked.now,
    data: trades.map((trade) => {
      const row = tradeRow(trade, spec);
      return {
        id: trade.id,
        ts: trade.ts,
        data: [{ ...row, trade_turnover: Number(row.trade_turnover) }],
      };
    }),
  };
};

export const contractQuotes: Record<string, HtxEndpoint> = {
  "/linear-swap-ex/market/detail/merged": merged,
  "/linear-swap-ex/market/detail/batch_merged": batchMerged,
  "/v2/linear-swap-ex/market/detail/batch_merged": batchMerged,
  "/linear-swap-ex/market/depth": depth,
  "/linear-swap-ex/market/bbo": bbo,
  "/linear-swap-ex/market/trade": lastTrades,
  "/linear-swap-ex/market/history/trade": tradeHistory,
};

function tickerOf({ source }: Asked, { symbol }: ContractSpec): Ticker {
  const ticker = source.ticker(symbol);
  if (!ticker) throw new SourceUnavailable(`no ticker of ${symbol}`);
  return ticker;
}

function mergedTick(ticker: Ticker, spec: ContractSpec) {
  const price = (ticks: number) => text(ticks, spec.pricePrecision);
  const level = (ticks: number, lots: number) => [
    toNumber(ticks, spec.pricePrecision),
    contractsIn(lots, spec),
  ];
  return {
    contract_code: spec.contract.contractCode,
    business_type: "swap",
    id: Math.floor(ticker.ts / 1000),
    ts: ticker.ts,
    open: price(ticker.open),
    close: price(ticker.close),
    low: price(ticker.low),
    high: price(ticker.high),
    amount: text(ticker.amount, spec.amountPrecision),
    vol: String(contractsIn(ticker.amount, spec)),
    trade_turnover: text(ticker.vol, spec.volPrecision),
    count: ticker.count,
    bid: level(ticker.bid, ticker.bidSize),
    ask: level(ticker.ask, ticker.askSize),
  };
}

/** An answer is as old as the newest of its quotes. */
function newestOf(ticks: readonly { ts: number }[], now: number): number {
  return ticks.length === 0 ? now : Math.max(...ticks.map(({ ts }) => ts));
}

/** The venue has no contracts that are delivered. */
function isForSwaps({ query }: Asked): boolean {
  return query.get("business_type") !== "futures";
}

/** Steps 0 to 5 have 150 levels, 6 to 13 have 20; 6 merges nothing. */
function depthOf(type: number): { step: number; levels: number } {
  return type < 6 ? { step: type, levels: 150 } : { step: type - 6, levels: 20 };
}

function tradeRow(trade: Trade, spec: ContractSpec) {
  return {
    id: trade.id,
    ts: trade.ts,
    direction: trade.direction,
    price: toNumber(trade.price, spec.pricePrecision),
    amount: contractsIn(trade.amount, spec),
    quantity: toNumber(trade.amount, spec.amountPrecision),
    trade_turnover: trimZeros(
      formatAmount(
        BigInt(trade.price) * BigInt(trade.amount),
        spec.pricePrecision + spec.amountPrecision,
      ),
    ),
  };
}
