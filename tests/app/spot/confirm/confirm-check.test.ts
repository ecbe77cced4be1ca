import { describe, expect, test } from "vitest";
import { formatAmount } from "#protocol/wire/amount.ts";
import {
  changeOf,
  distanceText,
  figuresOf,
  graveOf,
  isPlain,
} from "../../../../src/features/spot/ticket/ticket-check.ts";
import { ticketSummary } from "../../../../src/features/spot/ticket/ticket-form.ts";
import type {
  TicketDraft,
  TicketFacts,
} from "../../../../src/features/spot/ticket/ticket-facts.ts";
import { usualLimits } from "../../../../src/features/trade/ticket/warning-limits.ts";
import { draft, facts, limit, scales, ticks } from "../ticket/ticket-facts.ts";
import { bookLevels } from "../../../../src/features/trade/ticket/market-units.ts";

const asksAt = (price: number): TicketFacts => ({
  ...facts,
  asks: bookLevels([[price, 5]], scales),
  last: ticks(price.toFixed(2)),
});
const lookAt = (given: TicketDraft, now: TicketFacts) => ticketSummary(given, now);
const intentOf = (given: TicketDraft) => ticketSummary(given, facts).intent!;
const off = { farPercent: "off", sharePercent: "off" };

describe("what has to be accepted first", () => {
  const spend = draft({ value: "100" });
  test("a price over half a percent from the one seen, up or down", () => {
    const seen = lookAt(spend, asksAt(60000));
    expect(
      [60000, 60300, 60301, 59699].map((price) => changeOf(seen, lookAt(spend, asksAt(price)))),
    ).toEqual([undefined, undefined, "price", "price"]);
  });

  test("a limit order that was to wait and would now fill, and one that was to fill and would now wait", () => {
    const buy = limit("60000", "0.01");
    const [rests, fills] = [lookAt(buy, asksAt(60001)), lookAt(buy, asksAt(59990))];
    expect([
      changeOf(rests, fills),
      changeOf(fills, rests),
      changeOf(fills, fills),
      changeOf(rests, rests),
    ]).toEqual(["fate", "fate", undefined, undefined]);
  });

  test("nothing is held against what could not be seen", () => {
    const empty = lookAt(spend, { ...facts, asks: [] });
    expect(changeOf(undefined, lookAt(spend, facts))).toBeUndefined();
    expect(changeOf(empty, lookAt(spend, facts))).toBeUndefined();
    expect(changeOf(lookAt(spend, facts), empty)).toBeUndefined();
  });
});

test("a tick is for the grave warnings that were there when it was set", () => {
  expect(
    graveOf([
      { kind: "large-share", percent: "60" },
      { kind: "short" },
      { kind: "far-price", percent: "6", above: true },
    ]),
  ).toBe("far-price large-share");
  expect(graveOf([{ kind: "short" }])).toBe("");
});

test("without being asked once more only an order leaves that nothing speaks against", () => {
  const spend = draft({ value: "100" });
  expect(isPlain(intentOf(spend), facts, off, lookAt(spend, facts))).toBe(true);
  expect(isPlain(intentOf(spend), asksAt(61000), off, lookAt(spend, facts))).toBe(false);
  expect(
    isPlain(intentOf(spend), { ...facts, available: { base: 0n, quote: 0n } }, off, undefined),
  ).toBe(false);
  const far = limit("65000", "0.01");
  expect(
    [usualLimits, off].map((limits) => isPlain(intentOf(far), facts, limits, undefined)),
  ).toEqual([false, true]);
});

test("the figures of an order are those of both its parts, and what waits for its stop is an estimate", () => {
  const partly = figuresOf(lookAt(limit("60005", "0.01"), facts))!;
  // 0.005 taken at 60,000 (0.2 %), 0.005 waiting at 60,005 (0.1 %).
  expect(formatAmount(partly.value, 8)).toBe("600.02500000");
  expect(formatAmount(partly.fee, 8)).toBe("0.00001500");
  expect(formatAmount(partly.arrives, 8)).toBe("0.00998500");
  expect(partly.isEstimate).toBe(true);
  expect(figuresOf(lookAt(limit("59000", "0.01"), facts))?.isEstimate).toBe(false);
  expect(
    figuresOf(
      lookAt(
        draft({ type: "stop-market", by: "amount", stopPrice: "61000", amount: "0.01" }),
        facts,
      ),
    )?.isEstimate,
  ).toBe(true);
  expect(figuresOf(lookAt(draft({}), facts))).toBeUndefined();
});

test("the way to a stop price is given in percent of the last price", () => {
  expect(distanceText("61194.9", facts)).toBe("2.0");
  expect(distanceText("58795.1", facts)).toBe("2.0");
  expect(distanceText("61000", { ...facts, last: null })).toBeUndefined();
});
