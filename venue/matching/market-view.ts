import type { VenueDeps } from "../deps/venue-deps.ts";
import { aheadMs, type Book } from "../feed/market-source.ts";
import { SourceUnavailable } from "../feed/source-unavailable.ts";
import type { Print } from "./maker-matching.ts";
import { quotesOf, type Quotes, type Traded } from "./reach.ts";

/** A snapshot or a trade older than this fills and triggers nothing. */
const freshMs = 3000;

/** A snapshot and the source that vouches for it. */
export interface Snapshot {
  book: Book;
  source: string;
}

/** What a market did in the last seconds. */
export interface RecentMarket {
  /** Its trades, the oldest first. */
  prints: readonly Print[];
  /** Their prices, and after them the last price. */
  traded: readonly Traded[];
  /** The ticker's quotes: the book itself is read only where they reach an order. */
  quotes: Quotes;
}

/** Neither too old nor in the future, as after a clock was set back. */
export function isFresh(ts: number, now: number): boolean {
  return now - ts <= freshMs && ts - now <= aheadMs;
}

/** A market's fresh book; undefined where it has none or is not traded. */
export async function readSnapshot(
  source: VenueDeps["source"],
  symbol: string,
  now: number,
): Promise<Snapshot | undefined> {
  if (!isTraded(source, symbol)) return undefined;
  const book = await orNone(source.depth(symbol));
  return book && isFresh(book.ts, now) ? { book, source: source.health().source } : undefined;
}

/** The market of the last 3 s; undefined where it is not traded. */
export async function readRecentMarket(
  source: VenueDeps["source"],
  symbol: string,
  now: number,
): Promise<RecentMarket | undefined> {
  if (!isTraded(source, symbol)) return undefined;
  const trades = (await orNone(source.tradesBetween(symbol, now - freshMs, now + aheadMs))) ?? [];
  const prints = trades.map(({ id, price, amount, ts }) => ({
    id,
    price: BigInt(price),
    lots: BigInt(amount),
    ts,
  }));
  const ticker = source.ticker(symbol);
  if (!ticker || !isFresh(ticker.ts, now))
    return { prints, traded: prints, quotes: { bid: undefined, ask: undefined } };
  const last = ticker.close > 0 ? [{ price: BigInt(ticker.close), ts: ticker.ts }] : [];
  return { prints, traded: [...prints, ...last], quotes: quotesOf(ticker) };
}

function isTraded(source: VenueDeps["source"], symbol: string): boolean {
  return source.health().state === "live" && source.spec(symbol)?.state === "online";
}

async function orNone<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof SourceUnavailable) return undefined;
    throw error;
  }
}
