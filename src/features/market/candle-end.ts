import type { Period } from "#protocol/market.ts";
import { periodSec } from "./period-lengths.ts";

/** The market counts months and years in GMT+8. */
const gmt8Sec = 8 * 3600;

/** When the candle that began at `startSec` ends, Unix s: months and years are not all equally long. */
export function candleEnd(period: Period, startSec: number): number {
  if (period !== "1mon" && period !== "1year") return startSec + periodSec[period];
  const start = new Date((startSec + gmt8Sec) * 1000);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  return (
    (period === "1mon" ? Date.UTC(year, month + 1, 1) : Date.UTC(year + 1, 0, 1)) / 1000 - gmt8Sec
  );
}

/** What is left in figures that count down, 04:59 or 1:04:59 or 3d 04h; empty where nothing is left. */
export function countdownText(leftSec: number): string {
  if (!(leftSec > 0)) return "";
  const two = (value: number) => String(value).padStart(2, "0");
  const [days, hours, minutes, seconds] = [
    Math.floor(leftSec / 86_400),
    Math.floor(leftSec / 3600) % 24,
    Math.floor(leftSec / 60) % 60,
    Math.floor(leftSec) % 60,
  ];
  if (days > 0) return `${days}d ${two(hours)}h`;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}
