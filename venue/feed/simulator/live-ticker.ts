import { dayOf, dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import type { Candle, Ticker } from "../market-source.ts";
import type { DayCache } from "./model/day-cache.ts";
import { candleAt, candleColumns, foldRows, minuteCandle } from "./model/day-minutes.ts";
import { mergeInto } from "./candles/kline-query.ts";
import { quotesAt } from "./model/order-book.ts";
import type { SimulatedSymbol } from "./model/symbol-table.ts";

/** The rolling ticker of one symbol: the 1,439 finished minutes before this one, and this one so far. */
export interface LiveTicker {
  /** The ticker at the end of `second` (Unix s); the finished minutes are folded once a minute. */
  at(second: number): Ticker;
}

export function createLiveTicker(symbol: SimulatedSymbol, days: DayCache): LiveTicker {
  let foldedMinute = -1;
  let finished: Candle | undefined;

  return {
    at(second) {
      const day = dayOf(second);
      const inDay = second - dayStart(day);
      const minute = Math.floor(inDay / 60);
      const path = days.path(symbol, day);
      if (foldedMinute !== day * 1440 + minute) {
        finished = finishedMinutes(symbol, days, day, minute);
        foldedMinute = day * 1440 + minute;
      }
      const live = minuteCandle(symbol, path, minute, (inDay % 60) + 1);
      const window = finished === undefined ? live : { ...finished };
      if (finished !== undefined) mergeInto(window, live);
      const { bid, ask } = quotesAt(symbol, path, inDay);
      return {
        symbol: symbol.spec.symbol,
        open: window.open,
        high: window.high,
        low: window.low,
        close: window.close,
        amount: window.amount,
        vol: window.vol,
        count: window.count,
        bid: bid[0],
        bidSize: bid[1],
        ask: ask[0],
        askSize: ask[1],
        ts: second * 1000,
      };
    },
  };
}

/** The 1,439 minutes before `minute` of the day as one candle; fewer near genesis, undefined at its first. */
function finishedMinutes(
  symbol: SimulatedSymbol,
  days: DayCache,
  day: number,
  minute: number,
): Candle | undefined {
  const parts: Candle[] = [];
  const fold = candleColumns(1);
  if (day > 0 && minute < 1439) {
    foldRows(days.minutes(symbol, day - 1), minute + 1, 1440, fold, 0);
    parts.push(candleAt(fold, 0, 0));
  }
  if (minute > 0) {
    foldRows(days.minutes(symbol, day), 0, minute, fold, 0);
    parts.push(candleAt(fold, 0, 0));
  }
  const [first, second] = parts;
  if (first !== undefined && second !== undefined) mergeInto(first, second);
  return first;
}
