import { candleColumns } from "../model/day-minutes.ts";
import type { CandleColumns } from "../model/day-minutes.ts";
import type { SimulatedSymbol } from "../model/symbol-table.ts";
import type { CandlePrice, PastMinutes } from "./past-minutes.ts";
import { blocksPerDay, copyRows, packColumns, rollupDay } from "./rollup-days.ts";

/** Finished days `from` to `to - 1`, as their minutes or as their 4-hour blocks. */
export interface DayWork {
  symbol: SimulatedSymbol;
  price: CandlePrice;
  grain: "minute" | "block";
  from: number;
  to: number;
}

/** A request to the worker thread. */
export interface DayRequest extends Omit<DayWork, "symbol"> {
  id: number;
  symbol: string;
}

/** Its answer: packed columns. */
export interface DayAnswer {
  id: number;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The answer to one request, as the worker sends it. */
export function answerDays(
  minutesOf: PastMinutes,
  symbol: SimulatedSymbol,
  request: DayRequest,
): DayAnswer {
  const work = { ...request, symbol };
  const columns = columnsFor(work);
  for (let day = work.from; day < work.to; day++) computeDay(minutesOf, work, day, columns);
  return { id: request.id, bytes: packColumns(columns) };
}

/** Room for the candles of a work. */
export function columnsFor({ grain, from, to }: DayWork): CandleColumns {
  return candleColumns((to - from) * rowsPerDay[grain]);
}

const rowsPerDay = { minute: 1440, block: blocksPerDay } as const;

/** Computes one day of a work into its place. */
export function computeDay(
  minutesOf: PastMinutes,
  { symbol, price, grain, from }: DayWork,
  day: number,
  into: CandleColumns,
): void {
  const minutes = minutesOf(symbol, day, price);
  const row = (day - from) * rowsPerDay[grain];
  if (grain === "minute") copyRows(minutes, into, row);
  else rollupDay(minutes, into, row);
}
