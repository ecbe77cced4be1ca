import type { SecondsRecord } from "#protocol/seconds-order.ts";
import { breakEven } from "#protocol/seconds.ts";

/** How a person's calls of one duration went, beside what is needed. */
export interface RecordFigures {
  right: number;
  /** Calls that were right or wrong: a draw and a void say nothing about a call. */
  calls: number;
  /** In percent. */
  rate: number;
  needed: number;
  /** By how many points chance alone moves the rate of so many calls, 19 times in 20. */
  chance: number;
  /** What such a number of calls can say: nothing yet, not more than chance, or something. */
  says: "too-few" | "may-be-chance" | "above" | "below";
}

/** Under so many calls a rate moves by over ten points by chance alone. */
const fewestCalls = 100;

/** Undefined where there was no call of this duration yet. */
export function recordFigures(
  record: SecondsRecord | undefined,
  time: number,
  odds: string,
): RecordFigures | undefined {
  const row = record?.times.find((one) => one.time === time);
  const calls = row ? row.wins + row.losses : 0;
  if (!row || calls === 0) return undefined;
  const rate = (row.wins / calls) * 100;
  const needed = Number(breakEven(odds)) * 100;
  const chance = 100 / Math.sqrt(calls);
  const says =
    calls < fewestCalls
      ? "too-few"
      : Math.abs(rate - needed) <= chance
        ? "may-be-chance"
        : rate > needed
          ? "above"
          : "below";
  return { right: row.wins, calls, rate, needed, chance, says };
}
