import type { CoinFill, CoinOrder } from "#protocol/api/spot.ts";

/** A limit buy of 0.01 BTC at 60,000 that rests, 0.004 of it filled (rules.md, vector C2). */
export function coinOrder(facts: Partial<CoinOrder> = {}): CoinOrder {
  return {
    id: "7301",
    client_order_id: "6d6f3a3e-6f0d-4b52-8f6e-3a0f4f1c9b11",
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    tif: "gtc",
    price: "60000.00",
    stop_price: null,
    operator: null,
    amount: "0.010000",
    value: null,
    filled_amount: "0.004000",
    filled_value: "240.00000000",
    avg_price: "60000.00000000",
    fee: "0.00000800",
    fee_currency: "BTC",
    frozen: "360.00000000",
    state: "partial-filled",
    status: 1,
    reason: null,
    trigger_time: null,
    review_until: null,
    replaces: null,
    create_time: 1_763_700_000_000,
    update_time: 1_763_700_001_000,
    finish_time: null,
    slip: null,
    ...facts,
  };
}

/** The fill of that order: the market traded 0.004 BTC below its price. */
export function coinFill(
  facts: Partial<CoinFill> = {},
  evidence: Partial<CoinFill["evidence"]> = {},
): CoinFill {
  return {
    trade_id: "7301-1",
    order_id: "7301",
    symbol: "btcusdt",
    side: "buy",
    price: "60000.00",
    amount: "0.004000",
    value: "240.00000000",
    fee: "0.00000800",
    fee_currency: "BTC",
    role: "maker",
    create_time: 1_763_700_001_000,
    evidence: {
      source: "sim",
      version: 91_234,
      ts: 1_763_700_001_000,
      best_bid: "59999.50",
      best_ask: "60000.10",
      shown: "0.004",
      market_trade: "5512",
      ...evidence,
    },
    ...facts,
  };
}
