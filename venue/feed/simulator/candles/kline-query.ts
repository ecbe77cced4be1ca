import { setImmediate as nextTurn } from "node:timers/promises";
import { daySeconds, dayOf, dayStart, genesis } from "#protocol/proof/simulated-day/calendar.ts";
import type { Candle, KlineRange, Period } from "../../market-source.ts";
import { bucketStart, fixedLengthSec, shiftBucket } from "../../candle-buckets.ts";
import type { CandleColumns } from "../model/day-minutes.ts";
import { candleAt } from "../model/day-minutes.ts";
import { fiveMinutes } from "./five-minute-days.ts";
import { blockSeconds, blocksPerDay } from "./rollup-days.ts";

/** Most candles of one answer. */
const klineLimit = 2000;

/** Where the candles of one symbol come from. */
export interface CandleSupply {
  /** The minutes of a finished day. */
  minutes(day: number): CandleColumns | Promise<CandleColumns>;
  /** The five minutes of a finished day. */
  fiveMinutes(day: number): CandleColumns | Promise<CandleColumns>;
  /** The 4-hour rows of days up to `to - 1`, filled from `from` on. */
  rollups(from: number, to: number): Promise<CandleColumns>;
  /** The minutes of the running day from `from` (Unix s) up to now, the last one as far as it has come. */
  today(from: number): readonly Candle[];
  /** Nothing that begins before this second is answered. */
  reach: number;
}

/** Days folded before others get a turn: some 2 ms of work. */
const daysPerTurn = 16;

/**
 * Candles of any period as aggregates of minutes, oldest first, up to `now` (Unix s). A range holds the
 * buckets whose `id` lies in it, both ends included; only its newest 2,000 are answered. Nothing exists
 * before genesis: the first week, which began before it, holds its five days.
 */
export async function queryKlines(
  supply: CandleSupply,
  period: Period,
  range: KlineRange,
  now: number,
): Promise<Candle[]> {
  const last = "size" in range ? now : Math.min(range.to, now);
  const limit = "size" in range ? Math.min(range.size, klineLimit) : klineLimit;
  const earliest = Math.max("size" in range ? genesis - 7 * daySeconds : range.from, supply.reach);
  if (limit < 1 || last < Math.max(earliest, genesis - 7 * daySeconds)) return [];
  const newest = bucketStart(period, last);
  const length = fixedLengthSec[period];
  const first = Math.max(earliest, shiftBucket(period, newest, 1 - limit));
  const end = shiftBucket(period, newest, 1);
  // A bucket that began before `first` is not answered, so its days are not asked for.
  const from = Math.max(shiftBucket(period, bucketStart(period, first - 1), 1), genesis);
  const { candles, add } = createFold(period, first, newest);
  if (length !== undefined && length < blockSeconds) {
    const seconds = length % fiveMinutes === 0 ? fiveMinutes : 60;
    await foldParts(supply, seconds, { from, end, now }, add);
  } else await foldBlocks(supply, from, end, now, add);
  return candles.slice(-limit);
}

/** Folds finished days from parts of so many seconds, one minute or five, and the running day from minutes. */
async function foldParts(
  supply: CandleSupply,
  seconds: 60 | typeof fiveMinutes,
  { from, end, now }: { from: number; end: number; now: number },
  add: (candle: Candle) => void,
): Promise<void> {
  const today = dayOf(now);
  let folded = 0;
  for (let day = dayOf(from); day < today && dayStart(day) < end; day++) {
    const columns = await (seconds === 60 ? supply.minutes(day) : supply.fiveMinutes(day));
    const start = dayStart(day);
    for (
      let part = Math.max(0, (from - start) / seconds);
      part * seconds < daySeconds && start + part * seconds < end;
      part++
    ) {
      add(candleAt(columns, part, start + part * seconds));
    }
    if (++folded % daysPerTurn === 0) await nextTurn();
  }
  for (const candle of supply.today(from)) if (candle.id < end) add(candle);
}

async function foldBlocks(
  supply: CandleSupply,
  from: number,
  end: number,
  now: number,
  add: (candle: Candle) => void,
): Promise<void> {
  const today = dayOf(now);
  const until = Math.min(today, dayOf(end - 1) + 1);
  const columns = await supply.rollups(dayOf(from), until);
  const lastRow = until * blocksPerDay;
  for (let row = Math.ceil((from - genesis) / blockSeconds); row < lastRow; row++) {
    const id = genesis + row * blockSeconds;
    if (id < end) add(candleAt(columns, row, id));
  }
  for (const candle of supply.today(from)) if (candle.id < end) add(candle);
}

/** Merges finer candles, fed in order, into buckets whose id lies in [first, newest]. */
function createFold(period: Period, first: number, newest: number) {
  const candles: Candle[] = [];
  let end = -Infinity;
  const add = (part: Candle): void => {
    const open = candles.at(-1);
    if (open !== undefined && part.id < end) {
      mergeInto(open, part);
      return;
    }
    const id = bucketStart(period, part.id);
    if (id < first || id > newest) return;
    candles.push({ ...part, id });
    end = shiftBucket(period, id, 1);
  };
  return { candles, add };
}

/** Widens `candle` by the next finer one. */
export function mergeInto(candle: Candle, part: Candle): void {
  candle.high = Math.max(candle.high, part.high);
  candle.low = Math.min(candle.low, part.low);
  candle.close = part.close;
  candle.amount += part.amount;
  candle.vol += part.vol;
  candle.count += part.count;
}
