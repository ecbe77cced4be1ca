import type { OpenMarket } from "./rules.ts";
import type { Turn } from "./turn.ts";

/** The market as orders may be given in it at this moment; undefined where they may not. */
export function openMarketOf({
  market,
  snapshot,
  prices: { mark, last },
}: Turn): OpenMarket | undefined {
  if (!market || !snapshot || !mark || last === null) return undefined;
  const quote = (side: typeof snapshot.book.bids) => (side[0] ? BigInt(side[0][0]) : undefined);
  return {
    ...market,
    mark,
    last,
    quotes: { bid: quote(snapshot.book.bids), ask: quote(snapshot.book.asks) },
  };
}
