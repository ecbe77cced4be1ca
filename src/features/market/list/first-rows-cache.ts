import type { Ticker } from "../feed/market-store.ts";
import { writeLocal, readLocal } from "../../../storage/web-storage.ts";
import { byVolume, orderSymbols } from "./market-order.ts";
import { isWhole } from "../feed/whole-ticker.ts";

/** Older tickers are not shown. */
export const maxTickersAgeMs = 30 * 24 * 3600_000;
/** At least as many rows as the screen shows before the app has loaded. */
const maxRows = 16;

/** Stores the most traded markets for the first frame of the next start (first-rows.ts). `at`: Unix ms. */
export function persistFirstRows(tickers: readonly Ticker[], at: number): void {
  const symbols = orderSymbols(tickers, byVolume).slice(0, maxRows);
  writeLocal(
    "godwit:first-rows",
    JSON.stringify({
      version: 1,
      at,
      rows: tickers.filter(({ symbol }) => symbols.includes(symbol)),
    }),
  );
}

/** The stored tickers, each with its time; none where the record is damaged or too old. */
export function readFirstRows(now: number): Ticker[] {
  try {
    const stored = JSON.parse(readLocal("godwit:first-rows") ?? "null") as {
      version?: unknown;
      at?: unknown;
      rows?: unknown;
    } | null;
    if (
      stored?.version !== 1 ||
      typeof stored.at !== "number" ||
      now - stored.at > maxTickersAgeMs ||
      !Array.isArray(stored.rows)
    )
      return [];
    const { at } = stored;
    return (stored.rows as unknown[])
      .filter(isWhole)
      .map((row) => (row.ts > 0 ? row : { ...row, ts: at }));
  } catch {
    return [];
  }
}
