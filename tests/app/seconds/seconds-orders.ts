import type { SecondsOrder } from "#protocol/api/seconds-order.ts";

/** Accepted at …000.250: price lock at …006, delivery 30 s after it. */
export const t0 = 1_763_700_006_000;
export const t1 = t0 + 30_000;

/** A running contract of 100 USDT on up, for 30 s at 0.95. */
export const secondsOrder = (order: Partial<SecondsOrder> = {}): SecondsOrder => ({
  id: "9001",
  client_order_id: "device-9001",
  symbol: "btcusdt",
  currency: "USDT",
  price_precision: 2,
  direction: "up",
  time: 30,
  odds: "0.95",
  amount: "100.00",
  open_price: "60000.130",
  close_price: null,
  current_price: "60001.0000",
  status: 0,
  result: null,
  void_reason: null,
  profit: "0",
  payout: null,
  t0,
  t1,
  create_time: t0 - 5750,
  close_time: null,
  receipt: null,
  slip: null,
  ...order,
});

/** The same one, closed. */
export const closedOrder = (order: Partial<SecondsOrder> = {}): SecondsOrder =>
  secondsOrder({
    current_price: null,
    status: 1,
    result: "win",
    profit: "95.00",
    payout: "195.00",
    close_price: "60002.500",
    close_time: t1 + 1200,
    receipt: "ab".repeat(32),
    ...order,
  });
