import { marketPlaces } from "./shared-entry.ts";
import type { Scope } from "#protocol/api/market.ts";

export interface SharedMarket {
  /** As shown to people: BTC/USDT. */
  name: string;
  symbol: string;
  scope: Scope;
  origin: string;
  /** The last price, its change and its time, formatted; undefined where this device knows none. */
  price?: string | undefined;
  change?: string | undefined;
  at?: string | undefined;
  /** The note that no real money is involved, on a paper venue. */
  paper?: string | undefined;
}

/** The text to share, which stays true after it was sent, and a link that opens the market for everybody. */
export function shareMessage({
  name,
  symbol,
  scope,
  origin,
  price,
  change,
  at,
  paper,
}: SharedMarket): { message: string; link: string } {
  const figures =
    price === undefined ? name : `${name} ${price}${change === undefined ? "" : ` (${change})`}`;
  const link = new URL(marketPlaces[scope], origin);
  link.searchParams.set("symbol", symbol);
  return {
    message: [figures, at, paper].filter((line) => line !== undefined).join("\n"),
    link: link.href,
  };
}
