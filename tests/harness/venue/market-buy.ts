import type { api } from "#protocol/api/api.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";

/** A market order that spends so much USDT, in a message of its own. */
export const marketBuy = (value: string): RequestOf<typeof api.spot.coinPlaceOrder> => ({
  symbol: "btcusdt",
  side: "buy",
  type: "market",
  tif: null,
  price: null,
  stop_price: null,
  operator: null,
  amount: null,
  value,
  client_order_id: crypto.randomUUID(),
});
