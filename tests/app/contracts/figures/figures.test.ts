import { expect, test } from "vitest";
import {
  percentOf,
  positionFigures,
  previewOf,
  priceFrom,
  type PreviewOrder,
} from "../../../../src/features/contracts/figures/contract-figures.ts";
import {
  mostLeverage,
  mostVolume,
  notionalCap,
} from "../../../../src/features/contracts/open/leverage-room.ts";
import { facts, market, money, position, ticks } from "./contract-facts.ts";

const order = (change: Partial<PreviewOrder> = {}): PreviewOrder => ({
  direction: "buy",
  leverage: 10,
  limit: null,
  volume: 1000n,
  tp: null,
  sl: null,
  ...change,
});

test("a market order is shown with the figures of the rules' first example", () => {
  const preview = previewOf(order({ tp: ticks("51000"), sl: ticks("49000") }), facts);
  expect([preview.volume, preview.notional, preview.margin, preview.fee]).toEqual([
    1000n,
    money("50000"),
    money("5000"),
    money("25"),
  ]);
  expect(preview.liquidation).toBe(ticks("45203.5"));
  expect(preview.average).toBe(50_000_000n);
  expect(preview.slippage).toBe(0n);
  // Set aside at the price a market may run off to: 5 % above the best.
  expect(preview.aside).toBe(money("5276.25"));
  expect(percentOf(preview.distance!)).toBe("9.5930");
  // 1,000 less 25 to open and 25.50 to close at 51,000; a loss of 1,000, and 24.50 to close at 49,000.
  expect([preview.tp!.net, percentOf(preview.tp!.roi!)]).toEqual([money("949.5"), "18.9900"]);
  expect(preview.sl!.net).toBe(-money("1049.5"));
});

test("an order that takes two levels is shown at their average", () => {
  const preview = previewOf(order({ volume: 3000n }), facts);
  expect(preview.average).toBe(50_003_333n);
  expect(preview.slippage).toBe(67n);
  expect(preview.fee).toBe(money("75.005"));
});

test("a limit order is reckoned at its own price, what waits as maker", () => {
  const preview = previewOf(order({ limit: ticks("49000") }), facts);
  expect([preview.opened.volume, preview.rest, preview.margin, preview.fee, preview.aside]).toEqual(
    [0n, 1000n, money("4900"), money("9.8"), money("4924.5")],
  );
  expect(preview.average).toBe(49_000_000n);
  const crossing = previewOf(order({ limit: ticks("50000"), volume: 3000n }), facts);
  expect([crossing.opened.volume, crossing.rest, crossing.fee]).toEqual([
    2000n,
    1000n,
    money("60"),
  ]);
});

test("what is added to a position moves the liquidation price of the whole", () => {
  const preview = previewOf(order({ volume: 500n, limit: ticks("52000") }), {
    ...facts,
    asks: [],
    positions: [position()],
  });
  expect(preview.exposure).toMatchObject({
    volume: 1500n,
    cost: 76_000_0000000000n,
    margin: money("7600"),
  });
  expect(preview.liquidation).toBeGreaterThan(ticks("45203.5"));
  const short = previewOf(order({ direction: "sell", volume: 500n, limit: ticks("52000") }), {
    ...facts,
    positions: [position()],
  });
  expect(short.exposure?.volume).toBe(500n);
});

test("without a book a market order has no figures, and nothing is made up", () => {
  const preview = previewOf(order(), { ...facts, asks: [] });
  expect([
    preview.volume,
    preview.aside,
    preview.average,
    preview.liquidation,
    preview.ratio,
  ]).toEqual([0n, null, null, null, null]);
});

test("no leverage at all has no price of liquidation on the long side", () => {
  expect(previewOf(order({ leverage: 1 }), facts).liquidation).toBeNull();
});

test("the most that can be ordered is what the money covers, or what the tier leaves", () => {
  const most = mostVolume({ direction: "buy", leverage: 10, limit: ticks("50000") }, facts)!;
  expect(most).toEqual({ volume: 19_900n, by: "money" });
  expect(
    previewOf(order({ limit: ticks("50000"), volume: most.volume }), facts).aside,
  ).toBeLessThanOrEqual(facts.available!);
  expect(mostVolume({ direction: "buy", leverage: 125, limit: ticks("50000") }, facts)).toEqual({
    volume: 1000n,
    by: "tier",
  });
  expect(
    mostVolume(
      { direction: "buy", leverage: 125, limit: ticks("50000") },
      { ...facts, positions: [position()] },
    ),
  ).toEqual({ volume: 0n, by: "tier" });
  expect(
    mostVolume({ direction: "buy", leverage: 10, limit: null }, { ...facts, available: null }),
  ).toBeUndefined();
  expect([notionalCap(125), notionalCap(20)]).toEqual([money("50000"), money("100000000")]);
});

test("the highest leverage counts what stands and what waits", () => {
  const fifty = (direction: "buy" | "sell") => ({
    direction,
    limit: ticks("50000"),
    volume: 1000n,
  });
  expect(mostLeverage(fifty("buy"), facts)).toBe(125);
  expect(mostLeverage(fifty("buy"), { ...facts, positions: [position()] })).toBe(100);
  expect(mostLeverage(fifty("sell"), { ...facts, positions: [position()] })).toBe(125);
  expect(mostLeverage({ ...fifty("buy"), volume: 4_000_000n }, facts)).toBe(0);
});

test("a position's card has the figures of the rules", () => {
  const at = (mark: string) => positionFigures(position(), priceFrom(mark), market.terms);
  expect(at("51000.000")).toMatchObject({
    liquidation: ticks("45203.5"),
    initial: money("5000"),
    marked: { profit: money("1000"), roi: 200_000n },
  });
  expect(percentOf(at("46000").marked!.ratio!)).toBe("20.7000");
  expect(positionFigures(position(), null, market.terms).marked).toBeNull();
});

test("a price of the wire keeps its own decimals, and what is none is null", () => {
  expect([
    priceFrom("50000.123"),
    priceFrom("50000"),
    priceFrom("0"),
    priceFrom("x"),
    priceFrom(null),
  ]).toEqual([{ value: 50_000_123n, scale: 3 }, { value: 50_000n, scale: 0 }, null, null, null]);
});
