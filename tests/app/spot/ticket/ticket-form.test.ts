import { expect, test } from "vitest";
import { formatAmount } from "#protocol/wire/amount.ts";
import { estimateFill } from "../../../../src/features/spot/ticket/estimate.ts";
import {
  draftOf,
  hasMoved,
  ticketSummary,
} from "../../../../src/features/spot/ticket/ticket-form.ts";
import { otherQuantity, shareText } from "../../../../src/features/spot/ticket/ticket-quantity.ts";
import { draft, facts, limit, market, scales, ticks, units } from "./ticket-facts.ts";
import { bookLevels } from "../../../../src/features/trade/ticket/market-units.ts";

test("a spend becomes an order by value, trimmed as the wire wants it", () => {
  expect(ticketSummary(draft({ value: "1000.00" }), facts)).toMatchObject({
    problem: undefined,
    intent: { symbol: "btcusdt", side: "buy", type: "market", value: "1000", amount: null },
  });
});

test("a sell goes by quantity whatever was chosen for buys", () => {
  expect(
    ticketSummary(draft({ side: "sell", by: "value", amount: "0.250000" }), facts).intent,
  ).toEqual({
    symbol: "btcusdt",
    side: "sell",
    type: "market",
    tif: null,
    price: null,
    stop_price: null,
    operator: null,
    value: null,
    amount: "0.25",
  });
});

test.each([
  ["nothing typed", draft({}), { kind: "missing" }],
  ["zero", draft({ value: "0" }), { kind: "missing" }],
  ["finer than the market", draft({ by: "amount", amount: "0.0000001" }), { kind: "missing" }],
  [
    "below the least value",
    draft({ value: "4.99" }),
    { kind: "below-minimum-value", minimum: "5" },
  ],
  [
    "more than there is",
    draft({ value: "1000.01" }),
    { kind: "insufficient", available: "1000", currency: "USDT" },
  ],
  [
    "more than may be spent at once",
    draft({ value: "1000001" }),
    { kind: "above-maximum", maximum: "1000000", currency: "USDT" },
  ],
  [
    "a quantity whose furthest price is more than there is",
    draft({ by: "amount", amount: "0.015874" }),
    { kind: "insufficient", available: "1000", currency: "USDT" },
  ],
  [
    "less than the least quantity",
    draft({ side: "sell", amount: "0.000009" }),
    { kind: "below-minimum-amount", minimum: "0.00001" },
  ],
  [
    "a quantity worth less than the least value",
    draft({ side: "sell", amount: "0.00008" }),
    { kind: "below-minimum-value", minimum: "5" },
  ],
  [
    "a sell of more than there is",
    draft({ side: "sell", amount: "0.6" }),
    { kind: "insufficient", available: "0.5", currency: "BTC" },
  ],
])("%s is refused and not sent", (_name, given, problem) => {
  expect(ticketSummary(given, facts)).toMatchObject({ problem, intent: undefined });
});

test("without a book there is nothing to confirm", () => {
  expect(ticketSummary(draft({ value: "100" }), { ...facts, asks: [] })).toMatchObject({
    problem: { kind: "no-book" },
    intent: undefined,
  });
});

test("a visitor sees the estimate, and no word of a balance", () => {
  const summary = ticketSummary(draft({ value: "5000" }), { ...facts, available: null });
  expect(summary.problem).toBeUndefined();
  expect(summary.estimate?.filledAmount).toBeGreaterThan(0n);
});

test("shares of the available are cut to what the market takes and can then be sent", () => {
  const odd = { ...facts, available: { base: units("0.33333333"), quote: units("999.99999999") } };
  expect(shareText(25, draft({}), odd)).toBe("249.99999999");
  expect(shareText(100, draft({ side: "sell" }), odd)).toBe("0.333333");
  expect(shareText(100, draft({ by: "amount" }), odd)).toBe("0.015873");
  expect(shareText(50, draft({}), { ...facts, available: null })).toBeUndefined();
  for (const given of [draft({}), draft({ by: "amount" }), draft({ side: "sell" })]) {
    const text = shareText(100, given, odd)!;
    expect(ticketSummary({ ...given, value: text, amount: text }, odd).problem).toBeUndefined();
  }
});

test("a move of over half a percent must be confirmed again", () => {
  const at = (price: number) =>
    estimateFill(
      { side: "buy", amount: 1_000_000n },
      bookLevels([[price, 5]], scales),
      scales,
      market.feeRate,
    )!;
  expect(hasMoved(at(60000), at(60300))).toBe(false);
  expect(hasMoved(at(60000), at(60300.01))).toBe(true);
  expect(hasMoved(at(60000), at(59699.99))).toBe(true);
});

const quote = (amount: bigint | undefined) =>
  amount === undefined ? undefined : formatAmount(amount, scales.quote);

test("a limit below the market rests whole: maker fee, its cost set aside, nothing at once", () => {
  const summary = ticketSummary(limit("59000", "0.01"), facts);
  expect(summary).toMatchObject({
    fate: "rests",
    estimate: undefined,
    problem: undefined,
    warnings: [],
    rest: { price: ticks("59000"), lots: 10_000n },
  });
  expect([quote(summary.reserve), quote(summary.rest?.fee), quote(summary.rest?.arrives)]).toEqual([
    "590.00000000",
    "0.00001000",
    "0.00999000",
  ]);
  expect(summary.intent).toEqual({
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    tif: "gtc",
    price: "59000",
    stop_price: null,
    operator: null,
    amount: "0.01",
    value: null,
  });
});

test("a limit that crosses takes what stands up to its own price, taker fee, and the rest of it waits there", () => {
  const summary = ticketSummary(limit("60005", "0.01"), facts);
  expect(summary).toMatchObject({
    fate: "partly-rests",
    estimate: { filledAmount: 5000n, unfilled: 5000n, short: false },
    rest: { price: ticks("60005"), lots: 5000n },
  });
  expect([quote(summary.estimate?.fee), quote(summary.rest?.fee)]).toEqual([
    "0.00001000",
    "0.00000500",
  ]);
  expect(ticketSummary(limit("60010", "0.015"), facts)).toMatchObject({
    fate: "fills",
    rest: undefined,
    estimate: { filledAmount: 15_000n },
  });
  expect(ticketSummary(limit("59980", "0.3", { side: "sell" }), facts)).toMatchObject({
    fate: "fills",
    estimate: { filledAmount: 300_000n },
    reserve: units("0.3"),
  });
});

test.each([
  ["post_only", "60000", "cancelled", "would-take"],
  ["post_only", "59999.99", "rests", undefined],
  ["ioc", "60005", "partly-cancelled", "short"],
  ["ioc", "59999.99", "cancelled", "nothing-at-price"],
  ["fok", "60005", "cancelled", "not-whole"],
  ["fok", "60010", "fills", undefined],
] as const)("%s at %s is %s by the book on screen", (tif, price, fate, warning) => {
  const summary = ticketSummary(limit(price, "0.01", { tif }), facts);
  expect(summary).toMatchObject({ fate, problem: undefined, intent: { tif } });
  expect(summary.warnings.map(({ kind }) => kind)).toEqual(warning === undefined ? [] : [warning]);
  expect(summary.rest === undefined).toBe(fate !== "rests");
});

test("the side of a stop follows from the last price, and one that was decided stays decided", () => {
  const stop = { type: "stop-market", by: "amount", amount: "0.01" } as const;
  expect(ticketSummary(draft({ ...stop, stopPrice: "61000" }), facts)).toMatchObject({
    operator: "gte",
    fate: "waits",
    intent: { operator: "gte", stop_price: "61000", price: null, tif: null },
  });
  expect(ticketSummary(draft({ ...stop, side: "sell", stopPrice: "59000" }), facts)).toMatchObject({
    operator: "lte",
    intent: { operator: "lte" },
  });
  expect(ticketSummary(draft({ ...stop, stopPrice: "59995" }), facts)).toMatchObject({
    problem: { kind: "triggers-at-once", last: "59995" },
    intent: undefined,
  });
  const decided = draftOf(ticketSummary(draft({ ...stop, stopPrice: "60500" }), facts).intent!);
  expect(ticketSummary(decided, { ...facts, last: ticks("60500") }).problem).toEqual({
    kind: "triggers-at-once",
    last: "60500",
  });
  expect(
    ticketSummary(draft({ ...stop, stopPrice: "61000" }), { ...facts, last: null }).problem,
  ).toEqual({ kind: "no-last" });
});

test("a stop sets aside its cost at the furthest price: its own limit, or 5 % beyond the stop", () => {
  const stop = { by: "amount", amount: "0.01", stopPrice: "61000" } as const;
  expect(
    quote(ticketSummary(draft({ ...stop, type: "stop-limit", price: "61500" }), facts).reserve),
  ).toBe("615.00000000");
  expect(quote(ticketSummary(draft({ ...stop, type: "stop-market" }), facts).reserve)).toBe(
    "640.50000000",
  );
  expect(
    quote(
      ticketSummary(
        draft({ type: "stop-market", by: "value", value: "500", stopPrice: "61000" }),
        facts,
      ).reserve,
    ),
  ).toBe("500.00000000");
  expect(
    ticketSummary(draft({ ...stop, type: "stop-limit", price: "61500", tif: "post_only" }), facts)
      .intent?.tif,
  ).toBe("gtc");
});

test.each([
  ["a limit without a price", limit(null, "0.01"), { kind: "missing-price" }],
  ["a price finer than the market's", limit("59000.001", "0.01"), { kind: "missing-price" }],
  [
    "a stop without a stop price",
    draft({ type: "stop-market", value: "10" }),
    { kind: "missing-stop" },
  ],
  ["a limit without a quantity", limit("59000", null), { kind: "missing" }],
  [
    "a buy limited over 10 % above the last price",
    limit("65994.51", "0.001"),
    { kind: "price-too-high", bound: "65994.50", percent: "10", from: "last" },
  ],
  [
    "a sell limited over 10 % below it",
    limit("53995.49", "0.001", { side: "sell" }),
    { kind: "price-too-low", bound: "53995.50", percent: "10", from: "last" },
  ],
  [
    "a stop-limit judged by its stop",
    draft({
      type: "stop-limit",
      by: "amount",
      amount: "0.001",
      stopPrice: "70000",
      price: "77000.01",
    }),
    { kind: "price-too-high", bound: "77000.00", percent: "10", from: "stop" },
  ],
  [
    "a limit worth too little at its own price",
    limit("1000", "0.001"),
    { kind: "below-minimum-value", minimum: "5" },
  ],
  [
    "a total too small for a lot",
    limit("59000", null, { by: "value", value: "0.01" }),
    { kind: "below-minimum-value", minimum: "5" },
  ],
  [
    "a limit worth too much",
    limit("60000", "17"),
    { kind: "above-maximum", maximum: "1000000", currency: "USDT" },
  ],
  [
    "a limit beyond what there is",
    limit("59000", "0.017"),
    { kind: "insufficient", available: "1000", currency: "USDT" },
  ],
])("%s is refused and not sent", (_name, given, problem) => {
  expect(ticketSummary(given, facts)).toMatchObject({ problem, intent: undefined });
});

test("prices at the edges of the band may stand, and a market without bands has none", () => {
  expect(ticketSummary(limit("65994.50", "0.001"), facts).problem).toBeUndefined();
  expect(
    ticketSummary(limit("53995.50", "0.001", { side: "sell" }), facts).problem,
  ).toBeUndefined();
  expect(
    ticketSummary(limit("90000", "0.001"), { ...facts, market: { ...market, buyBelow: null } })
      .problem,
  ).toBeUndefined();
});

test("the five-hundred-and-first waiting order is refused before it is sent", () => {
  expect(ticketSummary(limit("59000", "0.001"), { ...facts, openOrders: 500 }).problem).toEqual({
    kind: "too-many-open",
    maximum: 500,
  });
  expect(
    ticketSummary(limit("59000", "0.001"), { ...facts, openOrders: 499 }).problem,
  ).toBeUndefined();
});

test("a total becomes whole lots at the price, and what is set aside is their cost and no more", () => {
  const summary = ticketSummary(limit("59000", null, { by: "value", value: "100" }), facts);
  expect(summary.intent).toMatchObject({ amount: "0.001694", value: null });
  expect(quote(summary.reserve)).toBe("99.94600000");
});

test("quantity and total turn into one another, by the limit, the stop or the book", () => {
  expect(otherQuantity(limit("59000", "0.001694"), facts)).toBe("99.946");
  expect(otherQuantity(limit("59000", null, { by: "value", value: "99.946" }), facts)).toBe(
    "0.001694",
  );
  expect(otherQuantity(draft({ value: "1000" }), facts)).toBe("0.016663");
  expect(otherQuantity(draft({ by: "amount", amount: "0.005" }), facts)).toBe("300");
  expect(
    otherQuantity(draft({ type: "stop-market", value: "610", stopPrice: "61000" }), facts),
  ).toBe("0.01");
  expect(otherQuantity(limit(null, "0.001"), facts)).toBeUndefined();
});

test("shares of a limit and of a stop are what their own prices allow and can be sent", () => {
  const given = [
    limit("59000", null),
    limit("59000", null, { by: "value" }),
    limit("61000", null, { side: "sell" }),
    limit("61000", null, { side: "sell", by: "value" }),
    draft({ type: "stop-market", by: "amount", stopPrice: "61000" }),
  ];
  expect(given.map((each) => shareText(100, each, facts))).toEqual([
    "0.016949",
    "1000",
    "0.5",
    "30500",
    "0.015612",
  ]);
  for (const each of given) {
    const text = shareText(100, each, facts)!;
    expect(ticketSummary({ ...each, amount: text, value: text }, facts).problem).toBeUndefined();
  }
  expect(shareText(50, limit(null, null), facts)).toBeUndefined();
});

test("what was sent can be judged again: an intent's draft makes the same intent", () => {
  for (const each of [
    draft({ value: "100" }),
    limit("59000", "0.01", { tif: "fok" }),
    draft({
      type: "stop-limit",
      side: "sell",
      by: "amount",
      amount: "0.1",
      stopPrice: "58000",
      price: "57900",
      tif: "ioc",
    }),
  ]) {
    const { intent } = ticketSummary(each, facts);
    expect(ticketSummary(draftOf(intent!), facts).intent).toEqual(intent);
  }
});
