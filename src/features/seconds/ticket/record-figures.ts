import type { SecondsRecord } from "#protocol/api/seconds-order.ts";
import { breakEven } from "#protocol/api/seconds.ts";

/** The record of a person's calls of one duration, with the rate needed to break even. */
export interface RecordFigures {
  right: number;
  /** Number of won and lost calls; draws and voids are not counted. */
  calls: number;
  /** In percent. */
  rate: number;
  needed: number;
  /** The 95% interval of the rate by chance, in points. */
  chance: number;
  /** What the record shows: too few calls, not more than chance, or a difference. */
  says: "too-few" | "may-be-chance" | "above" | "below";
}

/** With fewer calls, chance alone moves the rate by more than ten points. */
const fewestCalls = 100;

/** Undefined without a call of this duration. */
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
