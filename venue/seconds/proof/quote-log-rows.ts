/** SQL of what was received of a real market, in the minutes that contracts go by. */
import * as v from "valibot";
import { quoteLine, type QuoteLine } from "#protocol/api/quote-line.ts";
import { exactNumber } from "../../store/integers.ts";
import type { Db } from "../../store/schema.ts";

declare module "../../store/schema.ts" {
  interface Tables {
    second_quote_line: {
      /** Unix s. */
      minute: bigint;
      symbol: string;
      leaf: number;
      /** From when on everything is there, Unix ms. */
      since_at: number;
      /** JSON. */
      quotes: string;
      path: string;
    };
  }
}

export type PublishedQuotes = Pick<
  QuoteLine,
  "symbol" | "minute" | "since" | "quotes" | "leaf" | "path"
>;

export async function insertQuotes(db: Db, lines: readonly PublishedQuotes[]): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto("second_quote_line")
    .values(
      lines.map(({ minute, since, quotes, path, ...line }) => ({
        ...line,
        minute: BigInt(minute),
        since_at: since,
        quotes: JSON.stringify(quotes),
        path: JSON.stringify(path),
      })),
    )
    .execute();
}

export async function readQuotes(
  db: Db,
  minute: number,
  symbol: string,
): Promise<PublishedQuotes | undefined> {
  const row = await db
    .selectFrom("second_quote_line")
    .selectAll()
    .where("minute", "=", BigInt(minute))
    .where("symbol", "=", symbol)
    .executeTakeFirst();
  return (
    row && {
      symbol,
      minute: exactNumber(row.minute),
      since: row.since_at,
      leaf: row.leaf,
      quotes: v.parse(quoteLine.entries.quotes, JSON.parse(row.quotes)),
      path: v.parse(quoteLine.entries.path, JSON.parse(row.path)),
    }
  );
}
