import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { refusalText } from "../../../../src/features/spot/confirm/refusal-messages.ts";

const i18n = setupI18n({ locale: "en-US", messages: { "en-US": {} } });
const said = (status: number, data: unknown, hidden = false) =>
  i18n._(refusalText(status, data, { symbol: "btcusdt", locale: "en-US", hidden }));

test.each([
  [300021, { min: "5" }, "worth at least 5 USDT"],
  [300021, { min_amount: "0.00001" }, "minimum 0.00001 BTC"],
  [100005, { max: "1000000" }, "at most 1,000,000 USDT"],
  [100005, { max_amount: "100" }, "maximum 100 BTC"],
  [100005, { max_price: "66000.00" }, "at most 66,000 USDT"],
  [100005, { min_price: "54000.00" }, "at least 54,000 USDT"],
  [100005, { decimals: 2, field: "price" }, "The price has too many decimals: at most 2"],
  [100005, { decimals: 6, field: "amount" }, "The quantity has too many decimals: at most 6"],
  [100005, { reason: "triggers_at_once", last: "60000.00" }, "the last price is 60,000 USDT"],
  [
    300008,
    { currency: "USDT", needed: "1000.004", available: "999.99" },
    "needs 1,000.004 USDT, and 999.99 USDT",
  ],
  [100006, { max_open: 500 }, "500 orders waiting"],
  [300010, { reason: "stale" }, "too old to trade on"],
])("%i with %o names the limit", (status, data, words) =>
  expect(said(status, data)).toContain(words),
);

test("what is owned is not reported where amounts are hidden", () => {
  const text = said(300008, { currency: "USDT", needed: "1000", available: "999.99" }, true);
  expect(text).not.toMatch(/\d/);
  expect(text).toContain("USDT");
});

test.each([
  [300021, null],
  [300021, { min: "<b>" }],
  [100005, { max: 5, decimals: -1 }],
  [300008, { currency: "US\u202EDT", needed: "1", available: "1" }],
  [300014, { min: "5" }],
  [100001, "no object"],
])("%i with %o has the code's own sentence", (status, data) =>
  expect(refusalText(status, data, { symbol: "btcusdt", locale: "en-US", hidden: false }).id).toBe(
    `error.${status}`,
  ),
);
