import type { Period } from "../../../venue/feed/market-source.ts";

const gmt8Sec = 8 * 3600;

/** Start of the candle that holds `second`, both Unix s, by the calendar of a clock in GMT+8: apart from the code that is tested. */
export function calendarStart(period: Period, second: number): number {
  const secondOfDay = (((second + gmt8Sec) % 86_400) + 86_400) % 86_400;
  const localDay = new Date((second + gmt8Sec - secondOfDay) * 1000);
  const [y, m, d] = [localDay.getUTCFullYear(), localDay.getUTCMonth(), localDay.getUTCDate()];
  const within = (seconds: number) =>
    localDay.getTime() + (secondOfDay - (secondOfDay % seconds)) * 1000;
  const start = {
    "1min": () => within(60),
    "5min": () => within(300),
    "15min": () => within(900),
    "30min": () => within(1800),
    "60min": () => within(3600),
    "4hour": () => within(14_400),
    "1day": () => Date.UTC(y, m, d),
    "1week": () => Date.UTC(y, m, d - ((localDay.getUTCDay() + 6) % 7)),
    "1mon": () => Date.UTC(y, m),
    "1year": () => Date.UTC(y, 0),
  };
  return start[period]() / 1000 - gmt8Sec;
}
