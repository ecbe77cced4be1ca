import { describe, expect, test } from "vitest";
import type { OrderSlipBody } from "#protocol/api/order-slip.ts";
import { differingFromOrdered, termsOf } from "#protocol/proof/order-terms.ts";

const head = { seq: 0, hash: "0".repeat(64) };
const limit = { symbol: "btcusdt", side: "buy", type: "limit", price: "60000.10", amount: "0.5" };
const opening = {
  contract_code: "BTC-USDT",
  direction: "buy",
  offset: "open",
  lever_rate: 10,
  volume: 7,
  order_type: "market",
};

function slipOf(
  order: Readonly<Record<string, unknown>> = limit,
  rest: Partial<OrderSlipBody> = {},
): OrderSlipBody {
  return {
    format: "godwit-order-slip-1",
    public_key: "",
    user_id: "1",
    market: "coin",
    order_id: "9",
    client_order_id: "device-1",
    terms: termsOf(rest.market ?? "coin", order),
    sent_time: 1_763_700_000_000,
    accept_time: 1_763_700_000_250,
    head,
    seen: null,
    ...rest,
  };
}

describe("the terms of an order", () => {
  test("are what never changes of it, null where it has none", () => {
    expect(termsOf("coin", { ...limit, id: "9", state: "filled" })).toEqual({
      ...limit,
      tif: null,
      stop_price: null,
      operator: null,
      value: null,
      replaces: null,
    });
    expect(termsOf("contract", { ...opening, profit: "3" })).toEqual({
      ...opening,
      price: null,
      trigger_by: null,
      position_id: null,
      replaces: null,
    });
  });

  test("are texts and whole numbers", () => {
    expect(() => termsOf("coin", { ...limit, price: 0.5 })).toThrow();
    expect(() => termsOf("coin", { ...limit, price: { value: "1" } })).toThrow();
  });
});

describe("a slip against what the device asked for", () => {
  const asked = { ...limit, client_order_id: "device-1", sent_time: 1_763_700_000_000 };
  const differing = (request: Readonly<Record<string, unknown>>, slip = slipOf()) =>
    differingFromOrdered(slip, request);

  test("says the same", () => {
    expect(differing(asked)).toBeNull();
    expect(
      differing(
        { ...opening, client_order_id: "device-1" },
        slipOf(opening, { market: "contract" }),
      ),
    ).toBeNull();
  });

  test("differs in any of its terms, and the first one is named as it was asked for", () => {
    const changes = {
      symbol: "ethusdt",
      side: "sell",
      type: "market",
      price: "60000.1001",
      amount: "0.05",
      client_order_id: "device-2",
    };
    for (const [name, value] of Object.entries(changes))
      expect(differing({ ...asked, [name]: value })).toEqual({ name, value });
    const contract = slipOf(opening, { market: "contract" });
    for (const [name, value] of Object.entries({ lever_rate: 100, volume: 70, direction: "sell" }))
      expect(differing({ ...opening, [name]: value }, contract)).toEqual({
        name,
        value: String(value),
      });
    expect(differing({ ...asked, amount: "5", price: "1" })).toEqual({ name: "price", value: "1" });
  });

  test("may say what the request left open, but nothing else where it asked for something", () => {
    const { price: _price, ...open } = asked;
    expect([differing(open), differing({ ...open, price: null })]).toEqual([null, null]);
    const without = slipOf({ ...limit, price: null });
    expect(differing(asked, without)).toEqual({ name: "price", value: "60000.1" });
    expect(differing({ ...asked, price: "null" }, without)).toBeNull();
  });

  test("zeros behind a point mean nothing, others do", () => {
    expect(differing({ ...asked, price: "60000.1", amount: "0.500" })).toBeNull();
    expect(
      differing({ ...asked, price: "60000" }, slipOf({ ...limit, price: "60000.00" })),
    ).toBeNull();
    expect(differing({ ...asked, amount: "100" }, slipOf({ ...limit, amount: "1" }))).toEqual({
      name: "amount",
      value: "100",
    });
    for (const [name, other] of [
      ["x1.50", "x1.5"],
      ["1.50x", "1.5x"],
    ])
      expect(differing({ ...asked, symbol: name }, slipOf({ ...limit, symbol: other }))).toEqual({
        name: "symbol",
        value: name,
      });
  });

  test("that takes an order's place names it, and no other slip does", () => {
    const replacing = slipOf({ ...limit, replaces: "8" });
    expect(differing({ ...asked, id: "8" }, replacing)).toBeNull();
    expect(differing({ ...asked, id: "7" }, replacing)).toEqual({ name: "replaces", value: "7" });
    expect(differing({ ...asked, id: "8" })).toEqual({ name: "replaces", value: "8" });
    const { replaces: _replaces, ...terms } = replacing.terms;
    expect(differing({ ...asked, id: "8" }, { ...replacing, terms })).toEqual({
      name: "replaces",
      value: "8",
    });
  });

  test("has the time of sending, or that of a first try before it", () => {
    const at = (sent_time: number | null) => differing(asked, slipOf(limit, { sent_time }));
    const wrong = { name: "sent_time", value: "1763700000000" };
    expect([at(1_763_700_000_000), at(1_763_699_999_000), at(1_763_700_000_001), at(null)]).toEqual(
      [null, null, wrong, wrong],
    );
    const { sent_time: _sent, ...unsaid } = asked;
    expect(differing(unsaid, slipOf(limit, { sent_time: null }))).toBeNull();
  });
});
