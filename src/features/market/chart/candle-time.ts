import type { Period } from "#protocol/api/market.ts";

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Length of a candle in seconds; nominal for months and years. */
export const periodSec: Record<Period, number> = {
  "1min": minute,
  "5min": 5 * minute,
  "15min": 15 * minute,
  "30min": 30 * minute,
  "60min": hour,
  "4hour": 4 * hour,
  "1day": day,
  "1week": 7 * day,
  "1mon": 30 * day,
  "1year": 365 * day,
};

/** The market's months and years are in GMT+8. */
const gmt8Sec = 8 * 3600;

/** When the candle that began at `startSec` ends, Unix s. Months and years have different lengths. */
export function candleEnd(period: Period, startSec: number): number {
  if (period !== "1mon" && period !== "1year") return startSec + periodSec[period];
  const start = new Date((startSec + gmt8Sec) * 1000);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  return (
    (period === "1mon" ? Date.UTC(year, month + 1, 1) : Date.UTC(year + 1, 0, 1)) / 1000 - gmt8Sec
  );
}

const daySec = 24 * 3600;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Label of the time axis: year, month, day or time, by the spacing of the labels. */
export function formatTick(timeSec: number, spacingSec: number, locale: string): string {
  const at = new Date(timeSec * 1000);
  if (spacingSec >= 360 * daySec) return format(locale, { year: "numeric" }).format(at);
  if (spacingSec >= 27 * daySec)
    return format(locale, at.getMonth() === 0 ? { year: "numeric" } : { month: "short" }).format(
      at,
    );
  const midnight = at.getHours() === 0 && at.getMinutes() === 0;
  if (spacingSec >= daySec || midnight)
    return format(locale, { month: "short", day: "numeric" }).format(at);
  return format(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

/** The start of a candle. Candles of a day and longer show a date of the market, whose days are in GMT+8. */
export function formatCandleTime(timeSec: number, stepSec: number, locale: string): string {
  if (stepSec >= daySec)
    return format(locale, {
      year: "numeric",
      month: "short",
      day: "numeric",
      timeZone: "Asia/Shanghai",
    }).format(timeSec * 1000);
  return format(locale, {
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(timeSec * 1000);
}

function format(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}
