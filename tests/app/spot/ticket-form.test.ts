import { expect, test } from "vitest";
import { parseAmount } from "#protocol/amount.ts";
import { bookLevels, estimateFill, rateOf } from "../../../src/features/spot/estimate.ts";
import { hasMoved, shareText, ticketSummary, type TicketDraft, type TicketFacts, type TicketMarket } from "../../../src/features/spot/ticket-form.ts";

const scales = { price: 2, amount: 6, base: 8, quote: 8 };
const units = (text: string) => parseAmount(text, 8)!;
const market: TicketMarket = {
  symbol: "btcusdt", base: "BTC", quote: "USDT", scales, valueDecimals: 8,
  minValue: units("5"), maxValue: units("1000000"), minAmount: 10n, maxAmount: 100_000_000n, feeRate: rateOf("0.002"), online: true,
};
const facts: TicketFacts = {
  market,
  available: { base: units("0.5"), quote: units("1000") },
  asks: bookLevels([[60000, 0.005], [60010, 0.01], [60050, 1]], scales),
  bids: bookLevels([[59990, 0.2], [59980, 2]], scales),
};
const draft = (change: Partial<TicketDraft>): TicketDraft => ({ side: "buy", by: "value", value: null, amount: null, ...change });

test("a spend becomes an order by value, trimmed as the wire wants it", () => {
  expect(ticketSummary(draft({ value: "1000.00" }), facts)).toMatchObject({
    problem: undefined, intent: { symbol: "btcusdt", side: "buy", type: "market", value: "1000", amount: null },
  });
});

test("a sell goes by quantity whatever was chosen for buys", () => {
  expect(ticketSummary(draft({ side: "sell", by: "value", amount: "0.250000" }), facts).intent)
    .toEqual({ symbol: "btcusdt", side: "sell", type: "market", value: null, amount: "0.25" });
});

test.each([
  ["nothing typed", draft({}), { kind: "missing" }],
  ["zero", draft({ value: "0" }), { kind: "missing" }],
  ["finer than the market", draft({ by: "amount", amount: "0.0000001" }), { kind: "missing" }],
  ["below the least value", draft({ value: "4.99" }), { kind: "below-minimum-value", minimum: "5" }],
  ["more than there is", draft({ value: "1000.01" }), { kind: "insufficient", available: "1000", currency: "USDT" }],
  ["more than may be spent at once", draft({ value: "1000001" }), { kind: "above-maximum", maximum: "1000000", currency: "USDT" }],
  ["a quantity whose furthest price is more than there is", draft({ by: "amount", amount: "0.015874" }), { kind: "insufficient", available: "1000", currency: "USDT" }],
  ["less than the least quantity", draft({ side: "sell", amount: "0.000009" }), { kind: "below-minimum-amount", minimum: "0.00001" }],
  ["a quantity worth less than the least value", draft({ side: "sell", amount: "0.00008" }), { kind: "below-minimum-value", minimum: "5" }],
  ["a sell of more than there is", draft({ side: "sell", amount: "0.6" }), { kind: "insufficient", available: "0.5", currency: "BTC" }],
])("%s is told and not sent", (_name, given, problem) => {
  expect(ticketSummary(given, facts)).toMatchObject({ problem, intent: undefined });
});

test("without a book there is nothing to confirm", () => {
  expect(ticketSummary(draft({ value: "100" }), { ...facts, asks: [] })).toMatchObject({ problem: { kind: "no-book" }, intent: undefined });
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

test("a move of over half a percent must be confirmed anew", () => {
  const at = (price: number) => estimateFill({ side: "buy", amount: 1_000_000n }, bookLevels([[price, 5]], scales), scales, market.feeRate)!;
  expect(hasMoved(at(60000), at(60300))).toBe(false);
  expect(hasMoved(at(60000), at(60300.01))).toBe(true);
  expect(hasMoved(at(60000), at(59699.99))).toBe(true);
});
