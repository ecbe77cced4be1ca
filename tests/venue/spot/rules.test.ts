import { describe, expect, test } from "vitest";
import type { Refusal } from "../../../venue/store/refusal.ts";
import { checkBalance, checkPlacement, type MarketDraft, type PlacementFacts } from "../../../venue/spot/rules.ts";
import { btcusdt, FixedSource } from "../../harness/fixed-source.ts";

const ticker = new FixedSource().ticker("btcusdt");
const live: PlacementFacts = { spec: btcusdt, hasSymbols: true, health: "live", ticker, baseScale: 8, quoteScale: 8 };
const buy = (value: string): MarketDraft => ({ side: "buy", amount: null, value });
const sell = (amount: string): MarketDraft => ({ side: "sell", amount, value: null });

function refusalOf(draft: MarketDraft, facts: Partial<PlacementFacts> = {}): [number, unknown] | "accepted" {
  try {
    checkPlacement(draft, { ...live, ...facts });
    return "accepted";
  } catch (error) {
    const { code, data } = error as Refusal;
    return [code, data];
  }
}

describe("whether a market order may be placed", () => {
  test.each<[string, MarketDraft, Partial<PlacementFacts>, ReturnType<typeof refusalOf>]>([
    ["unknown symbol", buy("100"), { spec: undefined }, [300018, undefined]],
    ["source that lists nothing", buy("100"), { spec: undefined, hasSymbols: false, health: "halted" }, [300010, { reason: "halted" }]],
    ["suspended symbol", buy("100"), { spec: { ...btcusdt, state: "suspend" } }, [300010, { reason: "suspend" }]],
    ["stale source", buy("100"), { health: "stale" }, [300010, { reason: "stale" }]],
    ["no price yet", buy("100"), { ticker: undefined }, [300010, { reason: "no_price" }]],
    ["a currency the venue does not keep", buy("100"), { baseScale: undefined }, [300010, { reason: "not_kept" }]],
    ["lots finer than the currency", buy("100"), { baseScale: 5 }, [300010, { reason: "not_kept" }]],
    ["halted before empty", { side: "buy", amount: null, value: null }, { health: "halted" }, [300010, { reason: "halted" }]],
    ["nothing asked", { side: "buy", amount: null, value: null }, {}, [300020, { field: "value" }]],
    ["nothing sold", { side: "sell", amount: null, value: null }, {}, [300020, { field: "amount" }]],
    ["a sell by value", { side: "sell", amount: null, value: "10" }, {}, [300020, { field: "amount" }]],
    ["zero", buy("0"), {}, [300020, { field: "value" }]],
    ["zero with decimals", sell("0.00"), {}, [300020, { field: "amount" }]],
    ["both", { side: "buy", amount: "1", value: "1" }, {}, [100005, { fields: ["amount", "value"] }]],
    ["seven decimals where six are", sell("0.0100001"), {}, [100005, { decimals: 6 }]],
    ["decimals before the least value", sell("0.0000001"), {}, [100005, { decimals: 6 }]],
    ["trailing zeros are decimals too", sell("0.0100000"), {}, [100005, { decimals: 6 }]],
    ["more than 64 bits", buy("999999999999999999"), {}, [100005, { decimals: 8 }]],
    ["too much", sell("1000.000001"), {}, [100005, { max_amount: "1000" }]],
    ["too much value", buy("10000000.01"), {}, [100005, { max: "10000000" }]],
    ["too little value", buy("4.99999999"), {}, [300021, { min: "5" }]],
    ["too little sold", sell("0.000083"), {}, [300021, { min: "5" }]],
    ["below the least amount", sell("0.0005"), { spec: { ...btcusdt, minOrderAmount: "0.001" } }, [300021, { min_amount: "0.001" }]],
    ["just enough value", buy("5"), {}, "accepted"],
    ["just enough sold", sell("0.000084"), {}, "accepted"],
    ["the most", sell("166"), {}, "accepted"],
  ])("%s", (_, draft, facts, expected) => {
    expect(refusalOf(draft, facts)).toEqual(expected);
  });

  test("sets aside the value, the amount, or the amount at the worst price of the walk", () => {
    expect(checkPlacement(buy("100.5"), live)).toMatchObject({ currency: "USDT", freeze: 10_050_000_000n, value: 10_050_000_000n, amount: null });
    expect(checkPlacement(sell("0.5"), live)).toMatchObject({ currency: "BTC", freeze: 50_000_000n, amount: 50_000_000n, value: null });
    // The best ask is 60000.01; 5 % above it, in whole ticks, is 63000.01.
    expect(checkPlacement({ side: "buy", amount: "0.01", value: null }, live)).toMatchObject({ currency: "USDT", freeze: 63_000_010_000n, amount: 1_000_000n });
  });

  test("says what is missing in the currency's own decimals", () => {
    const placement = checkPlacement(sell("0.5"), { ...live, baseScale: 7 });
    expect(() => checkBalance(placement, 4_999_999n)).toThrow(expect.objectContaining({ code: 300008, data: { currency: "BTC", needed: "0.5000000", available: "0.4999999" } }));
    expect(() => checkBalance(placement, 5_000_000n)).not.toThrow();
  });
});
