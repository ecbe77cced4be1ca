import type { Period } from "../market-source.ts";

/** The market opens 2020-01-01 00:00 GMT+8; Unix s. Simulated days are GMT+8 days numbered from here. */
export const genesis = 1577808000;
export const daySeconds = 86400;
const offset = 8 * 3600;
const genesisEpochDay = Math.floor((genesis + offset) / daySeconds);

const fixedSeconds: Partial<Record<Period, number>> = {
  "1min": 60,
  "5min": 300,
  "15min": 900,
  "30min": 1800,
  "60min": 3600,
  "4hour": 14400,
  "1day": daySeconds,
};

/** Length in seconds, or undefined for week (starts on Monday), month and year. */
export function fixedLength(period: Period): number | undefined {
  return fixedSeconds[period];
}

export function dayOf(second: number): number {
  return Math.floor((second - genesis) / daySeconds);
}

export function dayStart(day: number): number {
  return genesis + day * daySeconds;
}

/** `YYYY-MM-DD` of a simulated day, GMT+8. */
export function dateOf(day: number): string {
  const { year, month, dayOfMonth } = civil(genesisEpochDay + day);
  return `${year}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
}

/** Start of the bucket that holds `second`, Unix s; every bucket edge is a GMT+8 edge. */
export function bucketStart(period: Period, second: number): number {
  const length = fixedSeconds[period];
  if (length !== undefined) return Math.floor((second + offset) / length) * length - offset;
  const epochDay = Math.floor((second + offset) / daySeconds);
  return firstEpochDay(period, epochDay) * daySeconds - offset;
}

function firstEpochDay(period: Period, epochDay: number): number {
  // Epoch day 0 was a Thursday, so day -3 was a Monday.
  if (period === "1week") return epochDay - ((epochDay + 3) % 7);
  const { dayOfMonth, dayOfYear } = civil(epochDay);
  return period === "1mon" ? epochDay - (dayOfMonth - 1) : epochDay - dayOfYear;
}

/** Days since 1970-01-01 to the civil calendar (Hinnant's algorithm, dates after 1970). */
function civil(epochDay: number): { year: number; month: number; dayOfMonth: number; dayOfYear: number } {
  const shifted = epochDay + 719468;
  const era = Math.floor(shifted / 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const fromMarch = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * fromMarch + 2) / 153);
  const dayOfMonth = fromMarch - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const dayOfYear = month <= 2 ? fromMarch - 306 : fromMarch + 59 + (leap ? 1 : 0);
  return { year, month, dayOfMonth, dayOfYear };
}
