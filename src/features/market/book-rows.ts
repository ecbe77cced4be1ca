import type { Depth } from "#protocol/market.ts";

export interface BookRow {
  price: number;
  amount: number;
  /** Size up to and including this level, of the deepest side shown: 0 to 1. */
  share: number;
}

/** The best `count` levels of each side, nearest to the last price first, with their running share. */
export function bookRows(tick: Depth["tick"], count: number): { asks: BookRow[]; bids: BookRow[] } {
  const asks = running(tick.asks.slice(0, count));
  const bids = running(tick.bids.slice(0, count));
  const deepest = Math.max(asks.at(-1)?.total ?? 0, bids.at(-1)?.total ?? 0);
  const shared = (rows: typeof asks) => rows.map(({ price, amount, total }) => ({ price, amount, share: deepest > 0 ? total / deepest : 0 }));
  return { asks: shared(asks), bids: shared(bids) };
}

/** Best ask less best bid; undefined while a side is empty. */
export function spreadOf(tick: Depth["tick"]): number | undefined {
  const ask = tick.asks[0]?.[0];
  const bid = tick.bids[0]?.[0];
  return ask === undefined || bid === undefined ? undefined : Math.max(0, ask - bid);
}

function running(levels: readonly (readonly [number, number])[]) {
  let total = 0;
  return levels.map(([price, amount]) => ({ price, amount, total: (total += amount) }));
}
