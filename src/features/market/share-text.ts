import { marketPlaces } from "./share-entry.ts";
import type { Scope } from "./use-market-list.ts";

export interface SharedMarket {
  /** As people read it: BTC/USDT. */
  name: string;
  symbol: string;
  scope: Scope;
  origin: string;
  /** The last price, its change and the moment it was made, in words; absent where this device knows none. */
  price?: string | undefined;
  change?: string | undefined;
  at?: string | undefined;
  /** That no real money is meant, where none is. */
  paper?: string | undefined;
}

/** A market in words that stay true after they were sent, and the link that opens it for anybody. */
export function shareText({
  name,
  symbol,
  scope,
  origin,
  price,
  change,
  at,
  paper,
}: SharedMarket): { words: string; link: string } {
  const figures =
    price === undefined ? name : `${name} ${price}${change === undefined ? "" : ` (${change})`}`;
  const link = new URL(marketPlaces[scope], origin);
  link.searchParams.set("symbol", symbol);
  return {
    words: [figures, at, paper].filter((line) => line !== undefined).join("\n"),
    link: link.href,
  };
}
