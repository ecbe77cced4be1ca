import { expect, test } from "vitest";
import { ticketSummary } from "../../../../src/features/spot/ticket/ticket-form.ts";
import { isGrave } from "../../../../src/features/spot/ticket/ticket-warnings.ts";
import { draft, facts, limit, market } from "./ticket-facts.ts";

const kinds = (...given: Parameters<typeof ticketSummary>) =>
  ticketSummary(...given).warnings.map(({ kind }) => kind);

test("a price worse than the market by more than the person allows is warned of, and still sent", () => {
  const sell = { side: "sell" } as const;
  const below = ticketSummary(limit("54000", "0.01", sell), facts);
  expect(below.warnings).toEqual([{ kind: "far-price", percent: "9.9", above: false }]);
  expect(below.intent).toBeDefined();
  expect(ticketSummary(limit("65000", "0.001"), facts).warnings).toEqual([
    { kind: "far-price", percent: "8.3", above: true },
  ]);
  // 5 % of 59,995 are 2,999.75.
  expect(kinds(limit("56995.25", "0.001", sell), facts)).toEqual([]);
  expect(kinds(limit("56995.24", "0.001", sell), facts)).toEqual(["far-price"]);
  // Who waits for a better price risks nothing.
  expect(kinds(limit("54000", "0.01"), facts)).toEqual([]);
  expect(kinds(limit("65000", "0.001", sell), facts)).toEqual([]);
});

test("both warnings follow their settings, and off is off", () => {
  const far = limit("54000", "0.01", { side: "sell" });
  expect(kinds(far, facts, { farPercent: "10", sharePercent: "50" })).toEqual([]);
  expect(kinds(far, facts, { farPercent: "off", sharePercent: "off" })).toEqual([]);
  const large = draft({ side: "sell", amount: "0.3" });
  expect(ticketSummary(large, facts).warnings).toEqual([{ kind: "large-share", percent: "58" }]);
  expect(kinds(large, facts, { farPercent: "5", sharePercent: "75" })).toEqual([]);
  expect(kinds(large, facts, { farPercent: "5", sharePercent: "off" })).toEqual([]);
  expect(kinds(large, { ...facts, worth: null })).toEqual([]);
});

test("a stop is far by its own price, and its limit by the stop", () => {
  const stop = { type: "stop-limit", by: "amount", amount: "0.001" } as const;
  expect(
    ticketSummary(draft({ ...stop, stopPrice: "66000", price: "66100" }), facts).warnings,
  ).toEqual([{ kind: "far-stop", percent: "10", above: true }]);
  expect(
    ticketSummary(draft({ ...stop, stopPrice: "61000", price: "65000" }), facts).warnings,
  ).toEqual([{ kind: "far-price", percent: "6.5", above: true }]);
});

test("a sell that the operator will look at says so; only what may be a slip of the thumb is grave", () => {
  const reviewed = { ...facts, market: { ...market, reviewOver: 100_000n } };
  expect(ticketSummary(draft({ side: "sell", amount: "0.1" }), reviewed).warnings).toEqual([]);
  const [warning] = ticketSummary(draft({ side: "sell", amount: "0.100001" }), reviewed).warnings;
  expect(warning).toEqual({ kind: "review", over: "0.1", currency: "BTC" });
  expect(isGrave(warning!)).toBe(false);
  expect(isGrave({ kind: "far-price", percent: "6", above: true })).toBe(true);
});
