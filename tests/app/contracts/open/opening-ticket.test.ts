import { describe, expect, test } from "vitest";
import { moneyText } from "../../../../src/features/contracts/figures/contract-figures.ts";
import {
  intentSummary,
  openingSummary,
  shareVolume,
  sizeIn,
  volumeOf,
} from "../../../../src/features/contracts/open/opening-form.ts";
import type { OpeningDraft } from "../../../../src/features/contracts/open/opening-numbers.ts";
import {
  graveOpening,
  isPlainOpening,
  lookOf,
  openingChange,
} from "../../../../src/features/contracts/open/opening-check.ts";
import { sidedWarnings } from "../../../../src/features/contracts/open/opening-warnings.ts";
import {
  emptyOpening,
  openingDraft,
  openingText,
} from "../../../../src/features/contracts/open/opening-input.ts";
import { contractRefusalText } from "../../../../src/features/contracts/figures/contract-refusal-messages.ts";
import { bookLevels } from "../../../../src/features/trade/ticket/market-units.ts";
import { usualLimits } from "../../../../src/features/trade/ticket/warning-limits.ts";
import { facts, market, money, position, scales, ticks } from "../figures/contract-facts.ts";

const draft = (change: Partial<OpeningDraft> = {}): OpeningDraft => ({
  type: "market",
  unit: "contracts",
  price: null,
  size: "100",
  tp: null,
  sl: null,
  triggerBy: "mark",
  ...change,
});
const long = (change: Partial<OpeningDraft> = {}, known = facts, leverage = 10) =>
  openingSummary(draft(change), "buy", leverage, known);
const short = (change: Partial<OpeningDraft> = {}, known = facts, leverage = 10) =>
  openingSummary(draft(change), "sell", leverage, known);
const order = {
  id: "1",
  client_order_id: "x",
  contract_code: "BTC-USDT",
  direction: "buy" as const,
  offset: "open" as const,
  volume: 1,
  trade_volume: 0,
  order_type: "limit",
  price: "49000.0",
};

describe("sizes", () => {
  test.each([
    ["100", "contracts", 100n],
    ["1.5", "contracts", undefined],
    ["0", "contracts", undefined],
    ["0.1", "base", 100n],
    ["0.0019", "base", 1n],
    ["0.0009", "base", 0n],
    ["5000", "quote", 100n],
    ["5049.99", "quote", 100n],
    ["x", "quote", undefined],
  ] as const)("%s %s is %s contracts", (size, unit, volume) => {
    expect(volumeOf(size, unit, ticks("50000"), market.terms)).toBe(volume);
  });

  test("what is written in another unit leads back to as many contracts", () => {
    for (const unit of ["contracts", "base", "quote"] as const) {
      for (const volume of [1n, 7n, 99n, 12_345n])
        expect(
          volumeOf(
            sizeIn(volume, unit, ticks("72204.9"), market.terms)!,
            unit,
            ticks("72204.9"),
            market.terms,
          ),
        ).toBe(volume);
    }
    expect([
      sizeIn(100n, "quote", undefined, market.terms),
      volumeOf("5000", "quote", undefined, market.terms),
    ]).toEqual([undefined, undefined]);
  });

  test("all of what can be opened is covered by what is available", () => {
    const most = long().most!;
    expect(most.by).toBe("money");
    const all = long({ size: shareVolume(100, most.volume).toString() });
    expect(all.problem).toBeUndefined();
    expect(all.preview!.aside).toBeLessThanOrEqual(facts.available!);
    expect(long({ size: (most.volume + 1n).toString() }).problem).toEqual({
      kind: "insufficient",
      available: facts.available,
      volume: most.volume,
    });
  });
});

describe("what speaks against an order", () => {
  test.each([
    ["no size", { size: null }, { kind: "missing" }],
    ["no price", { type: "limit" as const }, { kind: "missing-price" }],
    [
      "a price above the band",
      { type: "limit" as const, price: "52500.1" },
      { kind: "price-too-high", bound: ticks("52500") },
    ],
    [
      "a price below the band",
      { type: "limit" as const, price: "47499.9" },
      { kind: "price-too-low", bound: ticks("47500") },
    ],
    [
      "less than a contract",
      { unit: "base" as const, size: "0.0009" },
      { kind: "below-minimum", minimum: money("5"), volume: 1n },
    ],
    [
      "a take profit below the price",
      { tp: { unit: "price" as const, value: "49000" } },
      { kind: "trigger-side", trigger: "tp", above: true },
    ],
    [
      "a stop loss above the price",
      { sl: { unit: "price" as const, value: "51000" } },
      { kind: "trigger-side", trigger: "sl", above: false },
    ],
    [
      "a trigger that is no number",
      { sl: { unit: "price" as const, value: null } },
      { kind: "trigger-unread", trigger: "sl", above: false },
    ],
    [
      "a loss that no price above zero brings",
      { sl: { unit: "money" as const, value: "100000" } },
      { kind: "trigger-unread", trigger: "sl", above: false },
    ],
  ])("%s", (_name, change, problem) => {
    expect(long(change).problem).toEqual(problem);
    expect(long(change).intent).toBeUndefined();
  });

  test("the least an order may be worth is given in contracts", () => {
    const dear = { ...facts, market: { ...market, minValue: money("120") } };
    expect(long({ size: "2" }, dear).problem).toEqual({
      kind: "below-minimum",
      minimum: money("120"),
      volume: 3n,
    });
    expect(long({ size: "3" }, dear).problem).toBeUndefined();
  });

  test("a leverage that another order has, that is not acknowledged, that the tier does not allow", () => {
    expect(
      long({}, { ...facts, positions: [position({ direction: "sell", lever_rate: 5 })] }).problem,
    ).toEqual({ kind: "other-leverage", leverage: 5 });
    expect(long({}, { ...facts, orders: [{ ...order, lever_rate: 20 } as never] }).problem).toEqual(
      { kind: "other-leverage", leverage: 20 },
    );
    expect(long({}, facts, 50).problem).toEqual({ kind: "ack" });
    const read = { ...facts, acknowledged: true, available: money("10000000") };
    expect(long({}, read, 50).problem).toBeUndefined();
    expect(long({ type: "limit", price: "50000", size: "1001" }, read, 125).problem).toEqual({
      kind: "leverage-too-high",
      most: 100,
      volume: 1000n,
    });
    expect(long({ type: "limit", price: "50000", size: "2000001" }, read, 1).problem).toEqual({
      kind: "too-large",
      volume: 2_000_000n,
    });
  });

  test("an empty book, no mark price, too many that wait", () => {
    expect(long({}, { ...facts, asks: [] }).problem).toEqual({ kind: "no-book" });
    expect(long({}, { ...facts, mark: null }).problem).toEqual({ kind: "no-mark" });
    expect(long({}, { ...facts, openOrders: 200 }).problem).toEqual({
      kind: "too-many-open",
      maximum: 200,
    });
  });

  test("a trigger that suits the other side stops this one alone, and brings it no figure", () => {
    const tp = { tp: { unit: "price" as const, value: "49000" } };
    expect([short(tp).problem, long(tp).preview!.tp]).toEqual([undefined, null]);
    // 99 less 2.4995 to open and 2.45 to close.
    expect(moneyText(short(tp).preview!.tp!.net)).toBe("94.05050000");
  });
});

describe("triggers", () => {
  test("percent and money become the price that brings them, each side its own", () => {
    const typed = {
      tp: { unit: "percent" as const, value: "20" },
      sl: { unit: "money" as const, value: "100" },
    };
    expect(long(typed).intent).toMatchObject({
      tp_trigger_price: "51000.0",
      sl_trigger_price: "49000.0",
    });
    expect(short(typed).intent).toMatchObject({
      tp_trigger_price: "48990.2",
      sl_trigger_price: "50990.0",
    });
  });

  test("of a limit order they are reckoned from its limit, not from the market", () => {
    expect(
      long({ type: "limit", price: "49000", tp: { unit: "price", value: "49500" } }).problem,
    ).toBeUndefined();
    expect(
      long({ type: "limit", price: "49000", sl: { unit: "price", value: "49500" } }).problem,
    ).toMatchObject({ kind: "trigger-side" });
  });
});

describe("warnings", () => {
  const kinds = (summary: ReturnType<typeof long>) => summary.warnings.map(({ kind }) => kind);

  test("liquidation that is near, that comes before the stop loss, that comes at once", () => {
    const read = { ...facts, acknowledged: true };
    expect(kinds(long({}, read, 75))).toEqual(["near-liquidation"]);
    expect(kinds(long({ sl: { unit: "price", value: "45000" } }))).toEqual(["liquidated-first"]);
    expect(kinds(long({ sl: { unit: "price", value: "46000" } }))).toEqual([]);
    expect(kinds(long({}, { ...read, mark: { value: 49_400_000n, scale: 3 } }, 100))).toEqual([
      "liquidated-at-once",
    ]);
  });

  test("a book that shows less, a large share of the account, a far price by the person's own limit", () => {
    expect(kinds(long({ size: "4000" }))).toEqual(["short"]);
    expect(kinds(long({ size: "2000" }, { ...facts, worth: money("20000") }))).toEqual([
      "large-share",
    ]);
    const limits = { ...usualLimits, farPercent: "2" };
    const wanted = draft({ type: "limit", price: "48000" });
    const far = openingSummary(wanted, "sell", 10, facts, limits);
    // The same price is a good one for a long.
    expect(openingSummary(wanted, "buy", 10, facts, limits).warnings).toEqual([]);
    expect(far.warnings).toEqual([{ kind: "far-price", percent: "4", above: false }]);
    expect(graveOpening(far.warnings)).toBe("far-price");
  });
});

test("what both sides are warned of is said once, what one is, of that one", () => {
  const [far, near] = [
    { kind: "far-price", percent: "4", above: false },
    { kind: "near-liquidation", percent: "1.4000" },
  ] as const;
  expect(sidedWarnings([far], [far, near])).toEqual([
    { of: "both", warning: far },
    { of: "sell", warning: near },
  ]);
  expect(sidedWarnings([near], [{ ...near, percent: "1.5000" }]).map(({ of }) => of)).toEqual([
    "buy",
    "sell",
  ]);
});

describe("the tap", () => {
  test("an intent is judged again by the facts of the moment and comes to the same", () => {
    const seen = long({ size: "3000", sl: { unit: "percent", value: "10" } });
    expect(intentSummary(seen.intent!, facts).intent).toEqual(seen.intent);
    expect(intentSummary(seen.intent!, facts).preview).toEqual(seen.preview);
  });

  test("what moved by over half a percent, or would end otherwise, is to be accepted first", () => {
    const at = (price: number) =>
      lookOf(long({}, { ...facts, asks: bookLevels([[price, 5]], scales) }));
    expect(openingChange(at(50_000), at(50_250))).toBeUndefined();
    expect(openingChange(at(50_000), at(50_251))).toBe("price");
    const limit = { type: "limit" as const, price: "50000" };
    expect(
      openingChange(
        lookOf(long(limit)),
        lookOf(long(limit, { ...facts, asks: bookLevels([[50_100, 5]], scales) })),
      ),
    ).toBe("fate");
    expect(isPlainOpening(long().intent!, facts, usualLimits, at(50_000))).toBe(true);
    expect(isPlainOpening(long().intent!, facts, usualLimits, at(40_000))).toBe(false);
    expect(
      isPlainOpening(long().intent!, { ...facts, available: 0n }, usualLimits, undefined),
    ).toBe(false);
  });
});

test("a kept draft comes back in another language, without the triggers of an earlier order", () => {
  const typed = openingDraft(
    {
      ...emptyOpening,
      type: "limit",
      price: "50,000.5",
      size: "0.25",
      withTriggers: true,
      tp: "60000",
      sl: "",
    },
    "en-US",
  );
  expect([typed.price, typed.size, typed.tp, typed.sl]).toEqual([
    "50000.5",
    "0.25",
    { unit: "price", value: "60000" },
    null,
  ]);
  expect(openingText(typed, emptyOpening, "fr-FR")).toMatchObject({
    price: "50000,5",
    size: "0,25",
    tp: "",
    withTriggers: false,
  });
});

test.each([
  [300013, { max: 75, max_volume: 1000 }, ["75", "1000"]],
  [300013, { ack: 1, max: 20 }, ["20"]],
  [300013, { lever_rate: 5 }, ["5"]],
  [300012, { allowed: [1, 2] }, ["1×, 2×"]],
  [100005, { max_price: "52500.0" }, ["52,500"]],
  [300021, { min_volume: 3 }, ["3"]],
  [300008, { currency: "USDT", needed: "10.5", available: "1" }, ["10.5"]],
])("a refusal %s names its limit %o", (status, data, said) => {
  const text = JSON.stringify(
    contractRefusalText(status, data, { locale: "en-US", hidden: false }),
  );
  for (const part of said) expect(text).toContain(part);
});
