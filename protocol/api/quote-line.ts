import * as v from "valibot";
import { priceText } from "../wire/amount.ts";
import { figure, nameText, timeMs } from "./endpoint.ts";
import { tickRoot } from "./receipt.ts";
import { hashText } from "./signed.ts";

/** What a venue received of a real market in a minute, with the path to the minute's root. */
export const quoteLine = v.object({
  ...tickRoot.entries,
  symbol: nameText(32),
  /** From when on it has logged, Unix ms: it may have been started within the minute. */
  since: timeMs,
  /** Each best bid and ask that it took, in the order they came: when it received it, the market's own time, both Unix ms, bid, ask. */
  quotes: v.pipe(v.array(v.tuple([timeMs, timeMs, priceText, priceText])), v.maxLength(20_000)),
  /** Place among the leaves, from 0: after the lines of the tick log. */
  leaf: figure,
  /** Siblings from the leaf up (RFC 6962, 2.1.1). */
  path: v.pipe(v.array(hashText), v.maxLength(32)),
});
export type QuoteLine = v.InferOutput<typeof quoteLine>;

/** The text of a line: a leaf is SHA-256 of a zero byte and it. */
export function quoteText({
  symbol,
  minute,
  since,
  quotes,
}: Pick<QuoteLine, "symbol" | "minute" | "since" | "quotes">): string {
  return ["quotes", symbol, minute, since, quotes.map((row) => row.join(",")).join(";")].join("|");
}
