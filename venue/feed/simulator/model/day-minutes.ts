import { lastOfIndex, powerOfTen } from "#protocol/proof/simulated-day/day-path.ts";
import type { DayPath } from "#protocol/proof/simulated-day/day-path.ts";
import { nearest } from "#protocol/proof/simulated-day/portable-math.ts";
import type { Candle } from "../../market-source.ts";
import { fillSecondPrints, printsAt, type SecondPrints, secondPrints } from "./second-prints.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** Candles side by side, one column a field; prices in ticks, amount in lots, vol in 10^-volPrecision. */
export interface CandleColumns {
  open: Uint32Array;
  high: Uint32Array;
  low: Uint32Array;
  close: Uint32Array;
  count: Uint32Array;
  amount: Float64Array;
  vol: Float64Array;
}

/** Bytes of one candle in columns. */
export const candleBytes = 5 * 4 + 2 * 8;

/** Columns in one piece of memory: in seven, small ones by the thousand take more than they hold. */
export function candleColumns(length: number): CandleColumns {
  const buffer = new ArrayBuffer(length * candleBytes);
  const prices = 2 * 8 * length;
  return {
    open: new Uint32Array(buffer, prices, length),
    high: new Uint32Array(buffer, prices + 4 * length, length),
    low: new Uint32Array(buffer, prices + 8 * length, length),
    close: new Uint32Array(buffer, prices + 12 * length, length),
    count: new Uint32Array(buffer, prices + 16 * length, length),
    amount: new Float64Array(buffer, 0, length),
    vol: new Float64Array(buffer, 8 * length, length),
  };
}

/** Ticks times lots in one unit of turnover. */
export function turnoverUnit(symbol: SimulatedSymbol): number {
  const { pricePrecision, amountPrecision, volPrecision } = symbol.spec;
  return powerOfTen(pricePrecision + amountPrecision - volPrecision);
}

/** What each second of a minute trades: its lots and the number of prints that share them. */
export interface MinuteTape {
  amounts: Float64Array;
  prints: Uint8Array;
  /** For the prints of one second at a time. */
  split: SecondPrints;
  /** Of the whole minute. */
  amount: number;
  count: number;
}

export function minuteTape(): MinuteTape {
  return {
    amounts: new Float64Array(60),
    prints: new Uint8Array(60),
    split: secondPrints(),
    amount: 0,
    count: 0,
  };
}

/**
 * Fills `into` for a minute of the day: a lot for each print, the rest of the minute in proportion to the
 * tape's weights among the seconds that have prints, by the difference of rounded running totals so that the
 * seconds sum to the minute exactly.
 */
export function fillMinuteTape(
  symbol: SimulatedSymbol,
  path: DayPath,
  minute: number,
  into: MinuteTape,
): void {
  const { tape } = path;
  const { amounts, prints } = into;
  const at = minute * 60;
  let total = 0;
  let weights = 0;
  for (let k = 0; k < 60; k++) {
    const count = printsAt(symbol, path, at + k);
    prints[k] = count;
    total += count;
    if (count > 0) weights += weightOf(tape[2 * (at + k)] ?? 0);
  }
  const rest = Math.max((path.minuteAmount[minute] ?? 0) - total, 0);
  const perWeight = rest / weights;
  let passed = 0;
  let given = 0;
  for (let k = 0; k < 60; k++) {
    const count = prints[k] ?? 0;
    if (count > 0) passed += weightOf(tape[2 * (at + k)] ?? 0);
    const upTo = passed === weights ? rest : nearest(passed * perWeight);
    amounts[k] = count + upTo - given;
    given = upTo;
  }
  into.count = total;
  into.amount = total + rest;
}

/** Squared, so that few seconds carry much of a minute. */
function weightOf(byte: number): number {
  return 1 + ((byte * byte) >> 8);
}

/** The candle of the first `seconds` seconds (1-60) of a minute of the day; its `id` is left 0. */
export function minuteCandle(
  symbol: SimulatedSymbol,
  path: DayPath,
  minute: number,
  seconds: number,
): Candle {
  const columns = candleColumns(1);
  foldMinute(symbol, path, minute, seconds, columns, 0, minuteTape());
  return candleAt(columns, 0, 0);
}

/** All 1440 candles of the day. */
export function dayMinutes(symbol: SimulatedSymbol, path: DayPath): CandleColumns {
  const columns = candleColumns(1440);
  const tape = minuteTape();
  for (let minute = 0; minute < 1440; minute++)
    foldMinute(symbol, path, minute, 60, columns, minute, tape);
  return columns;
}

function foldMinute(
  symbol: SimulatedSymbol,
  path: DayPath,
  minute: number,
  seconds: number,
  columns: CandleColumns,
  row: number,
  tape: MinuteTape,
): void {
  fillMinuteTape(symbol, path, minute, tape);
  const { index } = path;
  const { amounts, prints, split } = tape;
  const at = minute * 60;
  const first = index[at] ?? 0;
  let high = first;
  let low = first;
  let ticksTimesLots = 0;
  for (let k = 0; k < seconds; k++) {
    const value = index[at + k] ?? 0;
    if (value > high) high = value;
    else if (value < low) low = value;
    ticksTimesLots += valueOf(symbol, path, at + k, amounts[k] ?? 0, prints[k] ?? 0, split);
  }
  let { amount, count } = tape;
  for (let k = seconds; k < 60; k++) {
    amount -= amounts[k] ?? 0;
    count -= prints[k] ?? 0;
  }
  columns.open[row] = lastOfIndex(first);
  // Rounding keeps order, so the highest index is the highest price.
  columns.high[row] = lastOfIndex(high);
  columns.low[row] = lastOfIndex(low);
  columns.close[row] = lastOfIndex(path.index[at + seconds - 1] ?? 0);
  columns.count[row] = count;
  columns.amount[row] = amount;
  columns.vol[row] = Math.floor(ticksTimesLots / turnoverUnit(symbol));
}

/** Ticks times lots of a second's prints, exact. */
function valueOf(
  symbol: SimulatedSymbol,
  path: DayPath,
  second: number,
  lots: number,
  count: number,
  prints: SecondPrints,
): number {
  const last = lastOfIndex(path.index[second] ?? 0);
  if (count < 2 || last === lastOfIndex(path.index[second - 1] ?? 0)) return last * lots;
  fillSecondPrints(symbol, path, second, lots, count, prints);
  let value = 0;
  for (let n = 0; n < count; n++) value += (prints.prices[n] ?? 0) * (prints.sizes[n] ?? 0);
  return value;
}

/** One row as a candle that starts at `id` (Unix s). */
export function candleAt(columns: CandleColumns, row: number, id: number): Candle {
  return {
    id,
    open: columns.open[row] ?? 0,
    high: columns.high[row] ?? 0,
    low: columns.low[row] ?? 0,
    close: columns.close[row] ?? 0,
    amount: columns.amount[row] ?? 0,
    vol: columns.vol[row] ?? 0,
    count: columns.count[row] ?? 0,
  };
}

/** Rows `from` to `to - 1` as one row of `into`. */
export function foldRows(
  columns: CandleColumns,
  from: number,
  to: number,
  into: CandleColumns,
  row: number,
): void {
  let high = 0;
  let low = columns.low[from] ?? 0;
  let amount = 0;
  let vol = 0;
  let count = 0;
  for (let r = from; r < to; r++) {
    high = Math.max(high, columns.high[r] ?? 0);
    low = Math.min(low, columns.low[r] ?? 0);
    amount += columns.amount[r] ?? 0;
    vol += columns.vol[r] ?? 0;
    count += columns.count[r] ?? 0;
  }
  into.open[row] = columns.open[from] ?? 0;
  into.high[row] = high;
  into.low[row] = low;
  into.close[row] = columns.close[to - 1] ?? 0;
  into.amount[row] = amount;
  into.vol[row] = vol;
  into.count[row] = count;
}
