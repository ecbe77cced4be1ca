/** Columns of every fill: the market data from which it was made. Prices in ticks, times in Unix ms. */
export interface FillEvidence {
  role: "maker" | "taker";
  source: string;
  source_version: bigint;
  snapshot_at: number;
  created_at: number;
  /** Where the liquidity was: the book's level or the printed trade's price, whatever `price` the order got. */
  level_price: bigint;
  best_bid: bigint | null;
  best_ask: bigint | null;
  /** Lots offered there: by the level of the book or by the printed trade. */
  shown: bigint | null;
  /** The market's trade that went through a maker's price; null where the book filled. */
  market_trade: string | null;
}
