/**
 * The one place where the source's integers become the wire's JSON numbers and decimal strings. An
 * integer divided by an exact power of ten is the nearest double to the decimal, so its JSON text has at
 * most that many decimals.
 */
import { formatAmount } from "#protocol/wire/amount.ts";
import type { CandleRow, MergedTicker, TickerRow, TradeGroup } from "#protocol/api/market.ts";
import type { Candle, Level, SymbolSpec, Ticker, Trade } from "../../feed/market-source.ts";

/** Decimals that index and mark have beyond the symbol's price precision. */
const indexExtraDecimals = 2;

/** An integer of 10^-precision as a JSON number. */
export function toNumber(units: number, precision: number): number {
  return units / 10 ** precision;
}

/** An index or mark in 10^-(pricePrecision+2) as a decimal string. */
export function toIndexText(units: number, spec: SymbolSpec): string {
  return formatAmount(BigInt(units), spec.pricePrecision + indexExtraDecimals);
}

/** 24 h change as a fraction with at most six decimals; 0 where nothing was traded before. */
export function changeOf(ticker: Pick<Ticker, "open" | "close">): number {
  return ticker.open === 0
    ? 0
    : Math.round(((ticker.close - ticker.open) / ticker.open) * 1e6) / 1e6 + 0;
}

/** A row of the ticker list, without its rank. */
export function toTickerRow(
  ticker: Ticker,
  spec: SymbolSpec,
  src: TickerRow["src"],
): Omit<TickerRow, "rank"> {
  const price = (ticks: number) => toNumber(ticks, spec.pricePrecision);
  const amount = (lots: number) => toNumber(lots, spec.amountPrecision);
  return {
    symbol: ticker.symbol,
    open: price(ticker.open),
    high: price(ticker.high),
    low: price(ticker.low),
    close: price(ticker.close),
    amount: amount(ticker.amount),
    vol: toNumber(ticker.vol, spec.volPrecision),
    count: ticker.count,
    bid: price(ticker.bid),
    bidSize: amount(ticker.bidSize),
    ask: price(ticker.ask),
    askSize: amount(ticker.askSize),
    base: spec.base,
    quote: spec.quote,
    change: changeOf(ticker),
    ts: ticker.ts,
    src,
  };
}

/** HTX's `tick` of `detail` and `detail.merged`; the time of the ticker stands for its id and version. */
export function toMergedTick(ticker: Ticker, spec: SymbolSpec): MergedTicker["tick"] {
  return {
    id: ticker.ts,
    version: ticker.ts,
    ...toCandleFigures(ticker, spec),
    bid: toLevel([ticker.bid, ticker.bidSize], spec),
    ask: toLevel([ticker.ask, ticker.askSize], spec),
  };
}

export function toCandleRow(candle: Candle, spec: SymbolSpec): CandleRow {
  return { id: candle.id, ...toCandleFigures(candle, spec) };
}

export function toLevel([price, amount]: Level, spec: SymbolSpec): [number, number] {
  return [toNumber(price, spec.pricePrecision), toNumber(amount, spec.amountPrecision)];
}

/** HTX nests trades in groups of one taker order; the source knows single trades, so each is a group. */
export function toTradeGroup(trade: Trade, spec: SymbolSpec): TradeGroup {
  return {
    id: trade.id,
    ts: trade.ts,
    data: [
      {
        id: trade.id,
        "trade-id": trade.id,
        price: toNumber(trade.price, spec.pricePrecision),
        amount: toNumber(trade.amount, spec.amountPrecision),
        direction: trade.direction,
        ts: trade.ts,
      },
    ],
  };
}

function toCandleFigures(figures: Omit<Candle, "id">, spec: SymbolSpec): Omit<CandleRow, "id"> {
  const price = (ticks: number) => toNumber(ticks, spec.pricePrecision);
  return {
    open: price(figures.open),
    close: price(figures.close),
    low: price(figures.low),
    high: price(figures.high),
    amount: toNumber(figures.amount, spec.amountPrecision),
    vol: toNumber(figures.vol, spec.volPrecision),
    count: figures.count,
  };
}
