/**
 * The parts of HTX's messages that are read, in the form of its published samples; other fields are
 * ignored. Below, its decimal figures become the integers of the market interface.
 */
import * as v from "valibot";
import type { Candle, Level, SymbolSpec } from "../market-source.ts";

/** Contract endpoints write figures as strings, spot ones as numbers. */
const figure = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.minLength(1), v.transform(Number))]),
  v.finite(),
);
const identity = v.union([v.number(), v.string()]);
const time = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,16}$/), v.transform(Number))]),
  v.safeInteger(),
);
const level = v.pipe(v.array(figure), v.minLength(2));

const candle = v.object({
  id: v.pipe(v.number(), v.safeInteger()),
  open: figure,
  close: figure,
  low: figure,
  high: figure,
  amount: figure,
  vol: figure,
  count: figure,
});
const detail = v.object({
  open: figure,
  close: figure,
  low: figure,
  high: figure,
  amount: figure,
  vol: figure,
  count: figure,
});
const trade = v.object({
  id: identity,
  "trade-id": v.optional(identity),
  tradeId: v.optional(identity),
  price: figure,
  amount: figure,
  direction: v.picklist(["buy", "sell"]),
  ts: time,
});

export const symbolsBody = v.array(
  v.object({
    "base-currency": v.string(),
    "quote-currency": v.string(),
    symbol: v.string(),
    state: v.string(),
    "price-precision": v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(12)),
    "amount-precision": v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(12)),
    "symbol-partition": v.optional(v.string(), "main"),
    "min-order-value": v.optional(figure, 5),
    "limit-order-min-order-amt": v.optional(figure),
    "limit-order-max-order-amt": v.optional(figure),
    "buy-market-max-order-value": v.optional(figure),
    "max-order-value": v.optional(figure),
  }),
);
export const tickersBody = v.array(v.object({ symbol: v.string(), vol: figure }));
export const mergedBody = v.object({ ...detail.entries, bid: level, ask: level });
export const klineBody = v.array(candle);
export const tradesBody = v.array(v.object({ data: v.array(trade) }));
export const contractsBody = v.array(
  v.object({
    contract_code: v.string(),
    contract_size: figure,
    contract_status: v.optional(v.number(), 1),
  }),
);
export const indexBody = v.array(v.object({ contract_code: v.string(), index_price: figure }));
const rate = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^-?\d+(\.\d+)?$/),
);
export const fundingBody = v.object({
  contract_code: v.string(),
  funding_rate: rate,
  estimated_rate: v.nullish(rate),
  realized_rate: v.nullish(rate),
  funding_time: time,
  next_funding_time: v.nullish(time),
});
/** Of the present path, which answers for several contracts. */
export const fundingV5Body = v.array(
  v.object({
    contract_code: v.string(),
    funding_rate: rate,
    funding_time: time,
    next_funding_time: v.nullish(time),
  }),
);
export const fundingHistoryV5Body = v.array(
  v.object({ contract_code: v.string(), funding_rate: rate, funding_time: time }),
);
export const fundingHistoryBody = v.object({
  total_size: v.number(),
  data: v.array(
    v.object({
      contract_code: v.string(),
      funding_rate: rate,
      realized_rate: v.nullish(rate),
      funding_time: time,
    }),
  ),
});

/** `tick` of each pushed topic. */
export const pushes = {
  detail,
  bbo: v.object({
    bid: figure,
    bidSize: figure,
    ask: figure,
    askSize: figure,
    quoteTime: v.optional(time),
  }),
  depth: v.object({
    bids: v.array(level),
    asks: v.array(level),
    version: v.optional(v.number(), 0),
    ts: v.optional(time),
  }),
  trade: v.object({ data: v.array(trade) }),
  kline: candle,
};

/** One frame of the stream. */
export const frame = v.object({
  ping: v.optional(v.number()),
  ch: v.optional(v.string()),
  ts: v.optional(time),
  tick: v.optional(v.unknown()),
  status: v.optional(v.string()),
  subbed: v.optional(v.string()),
  "err-code": v.optional(v.string()),
  "err-msg": v.optional(v.string()),
});

export type HtxSymbol = v.InferOutput<typeof symbolsBody>[number];
type HtxCandle = v.InferOutput<typeof candle>;
type HtxDetail = v.InferOutput<typeof detail>;
export type HtxTrade = v.InferOutput<typeof trade>;
export type HtxFrame = v.InferOutput<typeof frame>;

/** A decimal figure as a whole number of 10^-precision. */
export function toUnits(value: number, precision: number): number {
  return Math.round(value * 10 ** precision);
}

export function toCandle(shape: HtxCandle, spec: SymbolSpec): Candle {
  return { id: shape.id, ...toFigures(shape, spec) };
}

/** Prices in ticks, amount in lots, turnover in its own unit. */
export function toFigures(figures: HtxDetail, spec: SymbolSpec): Omit<Candle, "id"> {
  const price = (value: number) => toUnits(value, spec.pricePrecision);
  return {
    open: price(figures.open),
    high: price(figures.high),
    low: price(figures.low),
    close: price(figures.close),
    amount: toUnits(figures.amount, spec.amountPrecision),
    vol: toUnits(figures.vol, spec.volPrecision),
    count: figures.count,
  };
}

/**
 * Levels best first; undefined where they are out of order. Levels that hold less than a lot are
 * left out.
 */
export function toLevels(
  levels: readonly (readonly number[])[],
  spec: SymbolSpec,
  side: "bids" | "asks",
): Level[] | undefined {
  const sign = side === "bids" ? -1 : 1;
  const units = levels.map(([price = 0, amount = 0]): Level => [
    toUnits(price, spec.pricePrecision),
    toUnits(amount, spec.amountPrecision),
  ]);
  const isSound = units.every(
    ([price, amount], at) =>
      Number.isSafeInteger(price) &&
      price > 0 &&
      Number.isSafeInteger(amount) &&
      amount >= 0 &&
      (at === 0 || sign * (price - (units[at - 1]?.[0] ?? 0)) > 0),
  );
  return isSound ? units.filter(([, amount]) => amount > 0) : undefined;
}

export function isSoundCandle({
  open,
  high,
  low,
  close,
  amount,
  vol,
  count,
}: Omit<Candle, "id">): boolean {
  return (
    [open, high, low, close].every((price) => Number.isSafeInteger(price) && price > 0) &&
    low <= Math.min(open, close) &&
    high >= Math.max(open, close) &&
    amount >= 0 &&
    vol >= 0 &&
    Number.isSafeInteger(count) &&
    count >= 0
  );
}
