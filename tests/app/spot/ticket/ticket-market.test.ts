import { expect, test } from "vitest";
import { spotEndpoints } from "#protocol/api/spot.ts";
import * as v from "valibot";
import { draftOf, ticketSummary } from "../../../../src/features/spot/ticket/ticket-form.ts";
import { ticketMarket, withFreed } from "../../../../src/features/spot/ticket/ticket-market.ts";
import { parseOrderSettings } from "../../../../src/features/trade/ticket/order-settings-atom.ts";
import { toSymbolRow } from "../../../../venue/market/quotes/symbol-row.ts";
import { FixedSource } from "../../../harness/venue/fixed-source.ts";
import { draft, facts, limit, scales, ticks, units } from "./ticket-facts.ts";
import {
  pricePicks,
  ticksOf,
  worthIn,
} from "../../../../src/features/trade/ticket/market-units.ts";

test("the venue's own row of a market becomes its rules, bands and fees as the ticket reckons", () => {
  const spec = new FixedSource().symbols().find(({ symbol }) => symbol === "btcusdt")!;
  const row = toSymbolRow(spec);
  const read = ticketMarket(
    {
      ...row,
      "buy-limit-must-less-than": 1.1,
      "sell-limit-must-greater-than": 0.9,
      "sell-review-over": "0.5",
    },
    8,
    8,
  );
  expect(read).toMatchObject({
    symbol: "btcusdt",
    base: "BTC",
    quote: "USDT",
    buyBelow: { value: 1_100_000n, scale: 6 },
    sellAbove: { value: 900_000n, scale: 6 },
    reviewOver: 5n * 10n ** BigInt(spec.amountPrecision - 1),
    online: true,
  });
  expect(
    ticketMarket(
      {
        ...row,
        "buy-limit-must-less-than": null,
        "sell-limit-must-greater-than": null,
        "sell-review-over": null,
      },
      8,
      8,
    ),
  ).toMatchObject({ buyBelow: null, sellAbove: null, reviewOver: null });
});

test("prices of the wire are ticks, and what is none is none", () => {
  expect([
    ticksOf(60000.01, scales),
    ticksOf(0, scales),
    ticksOf(Number.NaN, scales),
    ticksOf(undefined, scales),
  ]).toEqual([ticks("60000.01"), null, null, null]);
  expect(pricePicks(facts, 2)).toEqual({ last: "59995.00", bid: "59990.00", ask: "60000.00" });
  expect(pricePicks({ ...facts, last: null, bids: [], asks: [] }, 2)).toEqual({
    last: undefined,
    bid: undefined,
    ask: undefined,
  });
});

test("an account's worth is in units of the quote, and nobody's where the market counts in another currency", () => {
  expect(worthIn({ quote: "USDT", scale: 8 }, "31000.123456789012345678")).toBe(
    units("31000.12345678"),
  );
  expect(worthIn({ quote: "BTC", scale: 8 }, "31000")).toBeNull();
});

test("what the old order holds can be used by the one that takes its place", () => {
  const dear = limit("59000", "0.02");
  expect(ticketSummary(dear, facts).problem?.kind).toBe("insufficient");
  const freed = withFreed({ ...facts, openOrders: 500 }, { side: "buy", frozen: "180" });
  expect([freed.available, freed.openOrders]).toEqual([
    { base: units("0.5"), quote: units("1180") },
    499,
  ]);
  expect(ticketSummary(dear, freed).problem).toBeUndefined();
  expect(withFreed(facts, { side: "sell", frozen: "0.1" }).available).toEqual({
    base: units("0.6"),
    quote: units("1000"),
  });
});

test("an order that takes another's place says so in what is sent, and still does when it is judged again", () => {
  const { intent } = ticketSummary({ ...limit("59000", "0.01"), replaces: "77" }, facts);
  expect(intent?.replaces).toBe("77");
  expect(ticketSummary(draftOf(intent!), facts).intent).toEqual(intent);
  expect(ticketSummary(limit("59000", "0.01"), facts).intent).not.toHaveProperty("replaces");
});

test("whatever is ready to be sent is of the form that the venue reads", () => {
  const tag = { client_order_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff" };
  const drafts = [
    draft({ value: "100" }),
    draft({ side: "sell", amount: "0.1" }),
    limit("59000", "0.01", { tif: "post_only" }),
    limit("61000", null, { by: "value", value: "100", side: "sell" }),
    draft({ type: "stop-limit", by: "amount", amount: "0.01", stopPrice: "61000", price: "61100" }),
    draft({ type: "stop-market", value: "100", stopPrice: "61000" }),
  ];
  for (const each of drafts) {
    const { intent, problem } = ticketSummary(each, facts);
    expect(problem).toBeUndefined();
    expect(v.safeParse(spotEndpoints.coinPlaceOrder.request, { ...intent, ...tag }).success).toBe(
      true,
    );
  }
});

test("settings that were kept are read as untrusted input", () => {
  expect(parseOrderSettings(null)).toEqual({ confirm: true, farPercent: "5", sharePercent: "50" });
  expect(parseOrderSettings('{"confirm":false,"farPercent":"off","sharePercent":"7"}')).toEqual({
    confirm: false,
    farPercent: "off",
    sharePercent: "50",
  });
  expect(parseOrderSettings("[1")).toEqual({ confirm: true, farPercent: "5", sharePercent: "50" });
});
