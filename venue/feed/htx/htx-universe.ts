import type * as v from "valibot";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { SymbolSpec } from "../market-source.ts";
import type { OfferedSymbol } from "./htx-relay.ts";
import { type HtxSymbol, type tickersBody, toUnits } from "./htx-shapes.ts";

export interface UniverseOptions {
  /** How many symbols to offer, by turnover. */
  top: number;
  /** How many of them have seconds contracts. */
  seconds: number;
  /** Offered whatever their turnover and state: symbols in which somebody has orders or positions. */
  pinned: readonly string[];
}

/** Decimals of turnover: fewer than HTX's eight, so that a year of the busiest market stays a safe integer. */
const volPrecision = 4;

/** The busiest online USDT symbols with their rules, busiest first, not yet with their contracts. */
export function chooseUniverse(
  symbols: readonly HtxSymbol[],
  tickers: v.InferOutput<typeof tickersBody>,
  options: UniverseOptions,
): SymbolSpec[] {
  const turnover = new Map(tickers.map(({ symbol, vol }) => [symbol, vol]));
  const pinned = new Set(options.pinned);
  const ranked = symbols
    .filter((row) => row["quote-currency"] === "usdt" && /^[a-z0-9]{2,20}$/.test(row.symbol))
    .sort(
      (a, b) =>
        (turnover.get(b.symbol) ?? 0) - (turnover.get(a.symbol) ?? 0) ||
        (a.symbol < b.symbol ? -1 : 1),
    );
  const busiest = ranked
    .filter((row) => row.state === "online" && (turnover.get(row.symbol) ?? 0) > 0)
    .slice(0, options.top);
  return ranked
    .filter((row) => pinned.has(row.symbol) || busiest.includes(row))
    .map((row) => toSpec(row, busiest.indexOf(row) >= 0 && busiest.indexOf(row) < options.seconds));
}

/** `state` of a symbol's rules as the market interface has it. */
export function stateOf(row: HtxSymbol): SymbolSpec["state"] {
  if (row.state === "online") return "online";
  return row.state === "suspend" ? "suspend" : "offline";
}

/** What another process offers, counted in the same decimals. HTX may have changed its rules since that one read them. */
export function asOffered(
  symbols: readonly HtxSymbol[],
  offered: readonly OfferedSymbol[],
): SymbolSpec[] {
  const rows = new Map(symbols.map((row) => [row.symbol, row]));
  return offered.flatMap(([symbol, second, pricePrecision, amountPrecision]) => {
    const row = rows.get(symbol);
    return row ? { ...toSpec(row, second), pricePrecision, amountPrecision } : [];
  });
}

function toSpec(row: HtxSymbol, second: boolean): SymbolSpec {
  const base = row["base-currency"].toUpperCase();
  const amountPrecision = row["amount-precision"];
  const amount = (value: number | undefined, fallback: string) =>
    value === undefined || value <= 0 ? fallback : decimal(value, amountPrecision);
  const maxValue = row["max-order-value"] ?? row["buy-market-max-order-value"];
  return {
    symbol: row.symbol,
    base,
    quote: "USDT",
    name: base,
    pricePrecision: row["price-precision"],
    amountPrecision,
    volPrecision,
    state: stateOf(row),
    partition: row["symbol-partition"] === "main" ? "main" : "innovation",
    minOrderValue: decimal(row["min-order-value"], 8),
    minOrderAmount: amount(row["limit-order-min-order-amt"], formatAmount(1n, amountPrecision)),
    maxOrderAmount: amount(row["limit-order-max-order-amt"], "1000000000"),
    maxOrderValue: maxValue === undefined || maxValue <= 0 ? "1000000" : decimal(maxValue, 2),
    contract: null,
    second,
  };
}

function decimal(value: number, precision: number): string {
  return trimZeros(formatAmount(BigInt(toUnits(value, precision)), precision));
}
