import type { ReceiptFacts } from "../../../venue/seconds/proof/receipt-writer.ts";

/** Facts of a won contract, of the vector of rules.md, 5. */
export function wonFacts(orderId: string): ReceiptFacts {
  return {
    order_id: orderId,
    symbol: "btcusdt",
    price_precision: 2,
    direction: "up",
    currency: "USDT",
    stake: "100.00",
    odds: "0.85",
    time: 30,
    accept_time: 1_699_999_200_100,
    t0: 1_699_999_206_000,
    t1: 1_699_999_236_000,
    samples0: ["60000.1100", "60000.1300", "60000.2000", "59999.9000", "60000.1500"],
    samples1: ["60000.2100", "60000.2300", "60000.3000", "60000.0000", "60000.2500"],
    entry: "60000.130",
    exit: "60000.230",
    result: "win",
    payout: "185.00",
    method: "tm5-v1",
    source: "sim",
    day_commits: [],
  };
}
