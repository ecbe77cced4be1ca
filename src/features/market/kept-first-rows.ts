import type { TickerRow } from "#protocol/market.ts";
import { firstRowsKey } from "../../storage/local-names.ts";
import { keepLocal, readLocal } from "../../storage/local-store.ts";
import { byVolume, orderSymbols } from "./market-order.ts";
import { isWhole } from "./whole-ticker.ts";

/** Tickers older than this mean nothing any more. */
export const maxTickersAgeMs = 30 * 24 * 3600_000;
/** More than a screen shows before the app is there. */
const mostRows = 16;

/** Keeps the most traded markets where the next start finds them before its first frame (first-rows.ts). `at`: Unix ms. */
export function keepFirstRows(tickers: readonly TickerRow[], at: number): void {
  const symbols = orderSymbols(tickers, byVolume).slice(0, mostRows);
  keepLocal(
    firstRowsKey,
    JSON.stringify({
      version: 1,
      at,
      rows: tickers.filter(({ symbol }) => symbols.includes(symbol)),
    }),
  );
}

/** What was kept, each with its time; none where it is damaged or too old to mean anything. */
export function keptFirstRows(now: number): TickerRow[] {
  try {
    const kept = JSON.parse(readLocal(firstRowsKey) ?? "null") as {
      version?: unknown;
      at?: unknown;
      rows?: unknown;
    } | null;
    if (
      kept?.version !== 1 ||
      typeof kept.at !== "number" ||
      now - kept.at > maxTickersAgeMs ||
      !Array.isArray(kept.rows)
    )
      return [];
    const { at } = kept;
    return (kept.rows as unknown[])
      .filter(isWhole)
      .map((row) => (row.ts > 0 ? row : { ...row, ts: at }));
  } catch {
    return [];
  }
}
