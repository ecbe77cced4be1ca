/** HTX's decimal figures as the whole numbers of the market interface. */
import type { Candle, Level, SymbolSpec } from "../market-source.ts";
import { type HtxCandle, type HtxDetail, toUnits } from "./htx-shapes.ts";

export function toCandle(candle: HtxCandle, spec: SymbolSpec): Candle {
  return { id: candle.id, ...toFigures(candle, spec) };
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

/** Levels best first; undefined where they are out of order. Levels that hold less than a lot are left out. */
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
