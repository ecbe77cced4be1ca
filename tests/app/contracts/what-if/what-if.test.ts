import { expect, test } from "vitest";
import { mustLiquidate } from "#protocol/rules/contracts/contract-risk.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { exposureOf } from "../../../../src/features/contracts/figures/contract-figures.ts";
import {
  equityCurve,
  moveRange,
  pointAt,
  pointNow,
  type WhatIfCase,
} from "../../../../src/features/contracts/what-if/what-if.ts";
import { curveShape } from "../../../../src/features/contracts/what-if/what-if-curve.tsx";
import { market, position } from "../figures/contract-rows.ts";

const hour = 3600_000;
const given: WhatIfCase = {
  exposure: exposureOf(position()),
  leverage: 10,
  terms: market.terms,
  mark: { value: 51_000_0000n, scale: 4 },
  fundingRate: "0.0001",
  nextFundingMs: hour,
  fundingEveryMs: 8 * hour,
};

test("now is the position as it is", () => {
  expect(pointNow(given)).toMatchObject({
    funding: 0n,
    isLiquidated: false,
    figures: { equity: 6000_00000000n, profit: 1000_00000000n },
    closeFee: 25_50000000n,
    arrives: 5974_50000000n,
    liquidation: 45_203_42n,
  });
});

test("fundings are folded in at the moved price and move liquidation", () => {
  // The vector of the rules: index 51,000 at 0.01 % takes 5.10.
  const once = pointAt(given, 0, 1);
  expect(once).toMatchObject({
    funding: -5_10000000n,
    figures: { equity: 5994_90000000n },
    liquidation: 45_208_54n,
  });
  expect(pointAt(given, 10, 3)).toMatchObject({
    funding: -16_83000000n,
    figures: { profit: 6100_00000000n },
  });
  expect(pointAt({ ...given, fundingRate: "-0.0001" }, 0, 1).funding).toBe(5_10000000n);
  expect(pointAt({ ...given, fundingRate: null }, 0, 21).funding).toBe(0n);
});

test("beyond liquidation nothing is left, whatever the figures would say", () => {
  const gone = pointAt(given, -20, 0);
  expect(gone).toMatchObject({ isLiquidated: true, arrives: 0n, untilLiquidationMs: 0 });
  expect(pointAt(given, 50, 0).isLiquidated).toBe(false);
});

test("the wait until funding alone liquidates ends with the funding that does it, and not before", () => {
  const close = {
    ...given,
    exposure: { ...given.exposure, margin: 0n + 4_00000000n },
    mark: { value: 50_300_0000n, scale: 4 },
  };
  const { untilLiquidationMs } = pointNow(close);
  expect(untilLiquidationMs).not.toBeNull();
  const fundings = Math.round(((untilLiquidationMs ?? 0) - hour) / (8 * hour)) + 1;
  const after = (count: number) => pointAt(close, 0, count).isLiquidated;
  expect([after(fundings - 1), after(fundings)]).toEqual([false, true]);
  expect(pointNow({ ...given, fundingRate: "-0.0001" }).untilLiquidationMs).toBeNull();
  expect(pointNow({ ...given, fundingRate: "0" }).untilLiquidationMs).toBeNull();
  expect(pointNow({ ...given, nextFundingMs: null }).untilLiquidationMs).toBeNull();
});

test("the curve covers the slider, ends at zero where it is liquidated, and is drawn whole", () => {
  const curve = equityCurve(given, 0);
  expect([curve[0]?.move, curve.at(-1)?.move, curve[20]?.move]).toEqual([
    moveRange.least,
    moveRange.most,
    0,
  ]);
  for (const { move, equity, isLiquidated } of curve) {
    const price = { value: given.mark.value * BigInt(1000 + move * 10), scale: 7 };
    expect(isLiquidated).toBe(
      mustLiquidate(given.exposure, price, given.terms, contractRates.taker),
    );
    expect(equity === 0n).toBe(isLiquidated);
  }
  const shape = curveShape(given, 0, 0);
  expect(shape.here).toBe(shape.width / 2);
  expect(shape.gone).toHaveLength(1);
  expect(shape.path).not.toMatch(/NaN|Infinity/);
});
