import { describe, expect, test } from "vitest";
import {
  checkBalance,
  checkPlacement,
  needsReview,
  type OrderDraft,
  type PlacementFacts,
} from "../../../venue/spot/rules/rules.ts";
import type { Refusal } from "../../../venue/store/refusal.ts";
import { btcusdt, FixedSource } from "../../harness/venue/fixed-source.ts";

// Last price 60000.00, best ask 60000.01.
const ticker = new FixedSource().ticker("btcusdt");
const live: PlacementFacts = {
  spec: btcusdt,
  hasSymbols: true,
  health: "live",
  ticker,
  baseScale: 8,
  quoteScale: 8,
};
const blank: OrderDraft = {
  side: "buy",
  type: "market",
  tif: null,
  price: null,
  stop_price: null,
  operator: null,
  amount: null,
  value: null,
};
const buy = (value: string): OrderDraft => ({ ...blank, value });
const sell = (amount: string): OrderDraft => ({ ...blank, side: "sell", amount });
const limit = (price: string | null, more: Partial<OrderDraft> = {}): OrderDraft => ({
  ...blank,
  type: "limit",
  amount: "0.01",
  price,
  ...more,
});
const stopLimit = (
  stop_price: string | null,
  price: string,
  more: Partial<OrderDraft> = {},
): OrderDraft => ({ ...limit(price), type: "stop-limit", stop_price, operator: "gte", ...more });
const stopMarket = (stop_price: string, more: Partial<OrderDraft> = {}): OrderDraft => ({
  ...blank,
  type: "stop-market",
  value: "100",
  stop_price,
  operator: "gte",
  ...more,
});

function refusalOf(
  draft: OrderDraft,
  facts: Partial<PlacementFacts> = {},
): [number, unknown] | "accepted" {
  try {
    checkPlacement(draft, { ...live, ...facts });
    return "accepted";
  } catch (error) {
    const { code, data } = error as Refusal;
    return [code, data];
  }
}

describe("whether a market order may be placed", () => {
  test.each<[string, OrderDraft, Partial<PlacementFacts>, ReturnType<typeof refusalOf>]>([
    ["unknown symbol", buy("100"), { spec: undefined }, [300018, undefined]],
    [
      "source that lists nothing",
      buy("100"),
      { spec: undefined, hasSymbols: false, health: "halted" },
      [300010, { reason: "halted" }],
    ],
    [
      "suspended symbol",
      buy("100"),
      { spec: { ...btcusdt, state: "suspend" } },
      [300010, { reason: "suspend" }],
    ],
    ["stale source", buy("100"), { health: "stale" }, [300010, { reason: "stale" }]],
    ["no price yet", buy("100"), { ticker: undefined }, [300010, { reason: "no_price" }]],
    [
      "a currency the venue does not keep",
      buy("100"),
      { baseScale: undefined },
      [300010, { reason: "not_kept" }],
    ],
    [
      "lots finer than the currency",
      buy("100"),
      { baseScale: 5 },
      [300010, { reason: "not_kept" }],
    ],
    ["halted before empty", blank, { health: "halted" }, [300010, { reason: "halted" }]],
    ["nothing asked", blank, {}, [300020, { field: "value" }]],
    ["nothing sold", { ...blank, side: "sell" }, {}, [300020, { field: "amount" }]],
    ["a sell by value", { ...blank, side: "sell", value: "10" }, {}, [300020, { field: "amount" }]],
    ["zero", buy("0"), {}, [300020, { field: "value" }]],
    ["zero with decimals", sell("0.00"), {}, [300020, { field: "amount" }]],
    ["both", { ...blank, amount: "1", value: "1" }, {}, [100005, { fields: ["amount", "value"] }]],
    [
      "seven decimals where six are",
      sell("0.0100001"),
      {},
      [100005, { decimals: 6, field: "amount" }],
    ],
    [
      "decimals before the least value",
      sell("0.0000001"),
      {},
      [100005, { decimals: 6, field: "amount" }],
    ],
    [
      "trailing zeros are decimals too",
      sell("0.0100000"),
      {},
      [100005, { decimals: 6, field: "amount" }],
    ],
    ["more than 64 bits", buy("999999999999999999"), {}, [100005, { decimals: 8, field: "value" }]],
    ["too much", sell("1000.000001"), {}, [100005, { max_amount: "1000" }]],
    ["too much value", buy("10000000.01"), {}, [100005, { max: "10000000" }]],
    ["too little value", buy("4.99999999"), {}, [300021, { min: "5", field: "value" }]],
    ["too little sold", sell("0.000083"), {}, [300021, { min: "5", field: "amount" }]],
    [
      "below the least amount",
      sell("0.0005"),
      { spec: { ...btcusdt, minOrderAmount: "0.001" } },
      [300021, { min_amount: "0.001" }],
    ],
    ["just enough value", buy("5"), {}, "accepted"],
    ["just enough sold", sell("0.000084"), {}, "accepted"],
    ["the most", sell("166"), {}, "accepted"],
  ])("%s", (_, draft, facts, expected) => {
    expect(refusalOf(draft, facts)).toEqual(expected);
  });

  test("sets aside the value, the amount, or the amount at the worst price of the walk", () => {
    expect(checkPlacement(buy("100.5"), live)).toMatchObject({
      currency: "USDT",
      freeze: 10_050_000_000n,
      value: 10_050_000_000n,
      amount: null,
    });
    expect(checkPlacement(sell("0.5"), live)).toMatchObject({
      currency: "BTC",
      freeze: 50_000_000n,
      amount: 50_000_000n,
      value: null,
    });
    // The best ask is 60000.01; 5 % above it, in whole ticks, is 63000.01.
    expect(checkPlacement({ ...blank, amount: "0.01" }, live)).toMatchObject({
      currency: "USDT",
      freeze: 63_000_010_000n,
      amount: 1_000_000n,
    });
  });

  test("says what is missing in the currency's own decimals", () => {
    const placement = checkPlacement(sell("0.5"), { ...live, baseScale: 7 });
    expect(() => checkBalance(placement, 4_999_999n)).toThrow(
      expect.objectContaining({
        code: 300008,
        data: { currency: "BTC", needed: "0.5000000", available: "0.4999999" },
      }),
    );
    expect(() => checkBalance(placement, 5_000_000n)).not.toThrow();
  });
});

describe("whether an order with a price may be placed", () => {
  test.each<[string, OrderDraft, ReturnType<typeof refusalOf>]>([
    ["a limit without a price", limit(null), [100005, { fields: ["price"] }]],
    ["a market order with one", { ...buy("100"), price: "60000" }, [100005, { fields: ["price"] }]],
    [
      "a market order that should rest",
      { ...buy("100"), tif: "gtc" },
      [100005, { fields: ["tif"] }],
    ],
    ["a market order that says what it is", { ...buy("100"), tif: "ioc" }, "accepted"],
    [
      "a limit with a stop",
      limit("60000", { stop_price: "61000", operator: "gte" }),
      [100005, { fields: ["stop_price", "operator"] }],
    ],
    [
      "a stop without its price and direction",
      stopLimit(null, "60000", { operator: null }),
      [100005, { fields: ["stop_price", "operator"] }],
    ],
    [
      "a stop that should only make",
      stopLimit("61000", "61000", { tif: "post_only" }),
      [100005, { fields: ["tif"] }],
    ],
    [
      "a stop-market with a limit",
      stopMarket("61000", { price: "61000" }),
      [100005, { fields: ["price"] }],
    ],
    [
      "no quantity before a wrong field",
      limit(null, { amount: null }),
      [300020, { field: "amount" }],
    ],
    [
      "a limit by value",
      limit("60000", { amount: null, value: "100" }),
      [300020, { field: "amount" }],
    ],
    [
      "a limit by both",
      limit("60000", { value: "100" }),
      [100005, { fields: ["amount", "value"] }],
    ],
    [
      "three decimals of price where two are",
      limit("60000.001"),
      [100005, { decimals: 2, field: "price" }],
    ],
    [
      "three decimals of stop price",
      stopLimit("61000.000", "60000"),
      [100005, { decimals: 2, field: "stop_price" }],
    ],
    ["no price at all", limit("0.00"), [100005, { min: "0.01", field: "price" }]],
    ["a stop at nothing", stopMarket("0"), [100005, { min: "0.01", field: "stop_price" }]],
    [
      "a price of more than 64 bits",
      limit("999999999999999999"),
      [100005, { decimals: 2, field: "price" }],
    ],
    ["a buy at the edge of the band", limit("66000"), "accepted"],
    ["a buy beyond it", limit("66000.01"), [100005, { max_price: "66000.00" }]],
    ["a buy far below", limit("500"), "accepted"],
    ["a sell at the edge", limit("54000", { side: "sell" }), "accepted"],
    ["a sell beyond it", limit("53999.99", { side: "sell" }), [100005, { min_price: "54000.00" }]],
    ["a sell far above", limit("600000", { side: "sell" }), "accepted"],
    ["a stop's limit is held against the stop: within", stopLimit("100000", "110000"), "accepted"],
    [
      "a stop's limit is held against the stop: beyond",
      stopLimit("100000", "110000.01"),
      [100005, { max_price: "110000.00" }],
    ],
    [
      "a stop's sell beyond its stop",
      stopLimit("50000", "44999.99", { side: "sell", operator: "lte" }),
      [100005, { min_price: "45000.00" }],
    ],
    [
      "a rising stop at the price itself",
      stopMarket("60000"),
      [100005, { reason: "triggers_at_once", last: "60000.00" }],
    ],
    ["a tick above it", stopMarket("60000.01"), "accepted"],
    [
      "a falling stop at the price itself",
      stopMarket("60000", { operator: "lte" }),
      [100005, { reason: "triggers_at_once", last: "60000.00" }],
    ],
    ["a tick below it", stopMarket("59999.99", { operator: "lte" }), "accepted"],
    [
      "too much at its own price",
      limit("66000", { amount: "151.515152" }),
      [100005, { max: "10000000" }],
    ],
    ["the most at its own price", limit("66000", { amount: "151.515151" }), "accepted"],
    ["too little at its own price", limit("499.99"), [300021, { min: "5", field: "amount" }]],
    [
      "too much before too little",
      limit("600000", { side: "sell", amount: "1000" }),
      [100005, { max: "10000000" }],
    ],
  ])("%s", (_, draft, expected) => {
    expect(refusalOf(draft)).toEqual(expected);
  });

  test("sets aside what it can cost at most, and nothing for the fee", () => {
    expect(checkPlacement(limit("60000"), live)).toMatchObject({
      currency: "USDT",
      freeze: 60_000_000_000n,
      price: 6_000_000n,
      tif: "gtc",
    });
    expect(checkPlacement(limit("60000", { side: "sell", tif: "fok" }), live)).toMatchObject({
      currency: "BTC",
      freeze: 1_000_000n,
      tif: "fok",
    });
    expect(checkPlacement(stopLimit("61000", "61500"), live)).toMatchObject({
      freeze: 61_500_000_000n,
      stopPrice: 6_100_000n,
      price: 6_150_000n,
      operator: "gte",
    });
    expect(checkPlacement(stopMarket("61000"), live)).toMatchObject({
      freeze: 10_000_000_000n,
      price: null,
      tif: "ioc",
    });
    // 5 % above the stop price of 61000 is 64050.
    expect(
      checkPlacement(stopMarket("61000", { value: null, amount: "0.01" }), live),
    ).toMatchObject({ currency: "USDT", freeze: 64_050_000_000n });
    expect(
      checkPlacement(
        stopMarket("59000", { side: "sell", operator: "lte", value: null, amount: "0.01" }),
        live,
      ),
    ).toMatchObject({ currency: "BTC", freeze: 1_000_000n });
  });

  test("what a limit costs is rounded up to the unit", () => {
    const spec = {
      ...btcusdt,
      pricePrecision: 10,
      amountPrecision: 0,
      minOrderAmount: "1",
      maxOrderAmount: "1000000000000",
    };
    const facts = { ...live, spec, ticker: ticker && { ...ticker, close: 105_000 } };
    expect(checkPlacement(limit("0.0000105001", { amount: "1000001" }), facts).freeze).toBe(
      1_050_011_051n,
    );
  });
});

describe("which sells wait for a review", () => {
  test.each<[string, OrderDraft, string | undefined, boolean]>([
    ["above", sell("5.000001"), "5", true],
    ["exactly", sell("5"), "5", false],
    ["buys", limit("60000"), "0.0001", false],
    ["every one", sell("0.001"), "0", true],
    ["none", sell("166"), undefined, false],
    [
      "a stop too",
      stopLimit("50000", "50000", { side: "sell", operator: "lte", amount: "6" }),
      "5",
      true,
    ],
  ])("%s", (_, draft, over, expected) => {
    expect(needsReview(checkPlacement(draft, live), over)).toBe(expected);
    expect(needsReview(checkPlacement(draft, { ...live, baseScale: 6 }), over)).toBe(expected);
  });
});
