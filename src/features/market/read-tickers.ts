import * as v from "valibot";
import { marketEndpoints, type TickerRow } from "#protocol/market.ts";
import { isWhole } from "./whole-ticker.ts";

const anyTicker = marketEndpoints.mergedTickerRank.data.item;

/**
 * Rows of the stream's ticker list. What our venue writes is recognised field by field and taken as it is,
 * since two thousand rows may come ten times a second; whatever else a server writes goes the long way
 * through the contract's schema, and a row that cannot be read is left out.
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
