/** HTX's candles of linear swaps: of the last, mark and premium price, and their basis over the index. */
import type { CandleRow } from "#protocol/api/market.ts";
import { shiftBucket } from "../../feed/candle-buckets.ts";
import type { PriceType } from "../../feed/market-source.ts";
import { readCandles } from "../quotes/market-reads.ts";
import { isPeriod } from "../stream/stream-topic.ts";
import {
  type ContractSpec,
  contractOf,
  contractsIn,
  figureText,
  integerField,
  invalidField,
  text,
} from "./contract-call.ts";
import { type Asked, type HtxEndpoint, readInteger } from "./htx-call.ts";
import { contractRange } from "./kline-range.ts";

const mostCandles = 2000;
const usualCandles = { last: 150, mark: 500, index: 500 } as const;

const kline: HtxEndpoint = async (asked) => {
  const { spec, rows } = await candlesOf(asked, "last");
  return answerCandles(
    asked,
    spec,
    "kline",
    rows.map(({ vol, amount, ...row }) => ({
      ...row,
      amount,
      vol: contractsIn(Math.round(amount * 10 ** spec.amountPrecision), spec),
      trade_turnover: vol,
    })),
  );
};

const markKline: HtxEndpoint = async (asked) => {
  const { spec, rows } = await candlesOf(asked, "mark");
  return answerCandles(
    asked,
    spec,
    "mark_price",
    rows.map(({ id, open, high, low, close }) => ({
      id,
      ...noVolume,
      open: priceText(open, spec),
      high: priceText(high, spec),
      low: priceText(low, spec),
      close: priceText(close, spec),
    })),
  );
};

/** The premium of the mark over the index. Between the ends of a candle it is not known: they bound it. */
const premiumKline: HtxEndpoint = async (asked) => {
  const { spec, rows } = await candlesOf(asked, "mark");
  const indexes = await besides(asked, spec, rows, "index");
  return answerCandles(
    asked,
    spec,
    "premium_index",
    rows.flatMap((mark) => {
      const index = indexes.get(mark.id);
      if (!index) return [];
      const open = mark.open / index.open - 1;
      const close = mark.close / index.close - 1;
      return {
        id: mark.id,
        ...noVolume,
        open: figureText(open),
        close: figureText(close),
        high: figureText(Math.max(open, close)),
        low: figureText(Math.min(open, close)),
      };
    }),
  );
};

const basis: HtxEndpoint = async (asked) => {
  const { spec, rows } = await candlesOf(asked, "last");
  const type = asked.query.get("basis_price_type") ?? "open";
  if (type !== "open" && type !== "high" && type !== "low" && type !== "close")
    throw invalidField("basis_price_type");
  const indexes = await besides(asked, spec, rows, "index");
  return answerCandles(
    asked,
    spec,
    "basis",
    rows.flatMap((row) => {
      const index = indexes.get(row.id)?.[type];
      if (index === undefined) return [];
      return {
        id: row.id,
        contract_price: priceText(row[type], spec),
        index_price: priceText(index, spec),
        basis: figureText(row[type] - index),
        basis_rate: figureText(row[type] / index - 1),
      };
    }),
  );
};

export const contractCandles: Record<string, HtxEndpoint> = {
  "/linear-swap-ex/market/history/kline": kline,
  "/index/market/history/linear_swap_mark_price_kline": markKline,
  "/index/market/history/linear_swap_premium_index_kline": premiumKline,
  "/index/market/history/linear_swap_basis": basis,
};

const noVolume = { amount: "0", vol: "0", count: "0", trade_turnover: "0" } as const;

function priceText(price: number, spec: ContractSpec): string {
  return text(Math.round(price * 10 ** spec.pricePrecision), spec.pricePrecision);
}

async function candlesOf(
  asked: Asked,
  priceType: PriceType,
): Promise<{ spec: ContractSpec; rows: CandleRow[] }> {
  const spec = contractOf(asked);
  const period = asked.query.get("period") ?? "";
  if (!isPeriod(period)) throw invalidField("period");
  const range = contractRange(
    {
      size: integerField(asked.query, "size", 1, mostCandles),
      // Only candles of the last price have a range: those of the mark cost too much of the past.
      ...(priceType === "last" && {
        from: secondOf(asked.query, "from"),
        to: secondOf(asked.query, "to"),
      }),
    },
    period,
    Math.floor(asked.now / 1000),
    // ccxt sends no size for marks where its caller gave no limit, and then cuts by `since`.
    { usual: usualCandles[priceType], most: mostCandles },
  );
  return {
    spec,
    rows: await readCandles(asked.source, spec, period, range, { priceType, caller: asked.caller }),
  };
}

/** The candles of another price that stand beside these, by their start. */
async function besides(
  asked: Asked,
  spec: ContractSpec,
  rows: readonly CandleRow[],
  priceType: PriceType,
): Promise<Map<number, CandleRow>> {
  const [first, last] = [rows[0], rows.at(-1)];
  const period = asked.query.get("period") ?? "";
  if (!first || !last || !isPeriod(period)) return new Map();
  const range = { from: first.id, to: shiftBucket(period, last.id, 1) - 1 };
  const others = await readCandles(asked.source, spec, period, range, {
    priceType,
    caller: asked.caller,
  });
  return new Map(others.map((row) => [row.id, row]));
}

/** ccxt asks for two thousand months back from now, which is before the epoch. */
function secondOf(query: URLSearchParams, name: string): number | undefined {
  const second = readInteger(query, name);
  if (second !== undefined && !(Math.abs(second) <= 1e11)) throw invalidField(name);
  return second;
}

/** HTX sends the candles of contracts oldest first. */
function answerCandles(
  asked: Asked,
  spec: ContractSpec,
  what: string,
  data: readonly object[],
): object {
  return {
    status: "ok",
    ch: `market.${spec.contract.contractCode}.${what}.${asked.query.get("period")}`,
    ts: asked.now,
    data,
  };
}
