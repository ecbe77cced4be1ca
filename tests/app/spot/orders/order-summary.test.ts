import { expect, test } from "vitest";
import { filledAny, receiptOf } from "../../../../src/features/spot/orders/order-summary.ts";

test("a buy brings the coins less the fee, and what was not spent comes back", () => {
  expect(
    receiptOf({
      side: "buy",
      value: "1000",
      filled_amount: "0.016663",
      filled_value: "999.96315000",
      fee: "0.00003333",
    }),
  ).toEqual({ received: "0.01662967", returned: "0.03685" });
});

test("a sell, or a buy by quantity, has nothing of a sum to return", () => {
  expect(
    receiptOf({
      side: "sell",
      value: null,
      filled_amount: "0.015",
      filled_value: "899.8",
      fee: "1.7996",
    }),
  ).toEqual({ received: "898.0004", returned: null });
  expect(
    receiptOf({ side: "buy", value: "20", filled_amount: "1", filled_value: "20", fee: "0.002" }),
  ).toEqual({ received: "0.998", returned: null });
});

test("zeros in any notation are nothing filled", () => {
  expect(
    ["0", "0.00000000", "0.00000001"].map((filled_amount) => filledAny({ filled_amount })),
  ).toEqual([false, false, true]);
});
