import * as v from "valibot";
import { marketEndpoints, type TickerRow } from "#protocol/api/market.ts";
import { applyRankChange } from "#protocol/api/rank-changes.ts";
import type { Ticker } from "./market-store.ts";
import { isWhole } from "./whole-ticker.ts";

const anyTicker = marketEndpoints.mergedTickerRank.data.item;

/**
 * Rows of the stream's ticker list. Rows in our venue's format are checked field by field and used as they
 * are, since two thousand rows may arrive ten times a second. Other rows are parsed by the endpoint's schema,
 * and rows that cannot be parsed are omitted.
 */
export function readTickers(rows: unknown): TickerRow[] {
  if (!Array.isArray(rows)) return [];
  const read: TickerRow[] = [];
  for (const row of rows as readonly unknown[]) {
    if (isWhole(row)) read.push(row);
    else {
      const parsed = v.safeParse(anyTicker, row);
      if (parsed.success) read.push(parsed.output);
    }
  }
  return read;
}

/**
 * Rows of a frame with changed figures alone.
 * @param rowOf the row that a symbol has now; one without is left to the next read of the whole list
 */
export function readRankChanges(
  changes: unknown,
  frameTs: number,
  rowOf: (symbol: string) => Ticker | undefined,
): Ticker[] {
  if (!Array.isArray(changes)) return [];
  return (changes as readonly unknown[])
    .map((entry) => applyRankChange(entry, frameTs, rowOf))
    .filter((row) => row !== undefined);
}
