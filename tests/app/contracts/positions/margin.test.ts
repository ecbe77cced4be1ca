import { expect, test } from "vitest";
import { exposureOf } from "../../../../src/features/contracts/figures/contract-figures.ts";
import { marginPreview } from "../../../../src/features/contracts/positions/margin-preview.ts";
import { market, position } from "../figures/contract-rows.ts";

const given = {
  available: 300_00000000n,
  mark: { value: 51_000_0000n, scale: 4 },
  terms: market.terms,
};
const funded = exposureOf(position({ position_margin: "5250.00000000" }));

test("margin added moves liquidation away, margin taken out brings it nearer", () => {
  const before = marginPreview("add", "", funded, 10, given);
  expect(before).toMatchObject({ problem: "missing", after: undefined, most: 300_00000000n });
  const added = marginPreview("add", "250", funded, 10, given);
  const taken = marginPreview("remove", "250", funded, 10, given);
  expect([added.problem, taken.problem]).toEqual([undefined, undefined]);
  expect([added.after?.exposure.margin, taken.after?.exposure.margin]).toEqual([
    5500_00000000n,
    5000_00000000n,
  ]);
  // P1 of the rules with its own 5,000, rounded to the tick the cautious way.
  expect(taken.after?.liquidation).toBe(45_203_42n);
  expect(added.after?.liquidation).toBeLessThan(45_203_42n);
});

test.each([
  ["add", "300.00000001", "above-available"],
  ["add", "300", undefined],
  ["add", "0", "zero"],
  ["add", "x", "missing"],
  ["remove", "250", undefined],
  ["remove", "250.00000001", "above-removable"],
] as const)("%s %s: %s", (action, amount, problem) => {
  expect(marginPreview(action, amount, funded, 10, given).problem).toBe(problem);
});

test("without a mark nothing can be taken out; an unknown balance does not keep from adding", () => {
  expect(marginPreview("remove", "1", funded, 10, { ...given, mark: null })).toMatchObject({
    problem: "no-mark",
    most: null,
  });
  expect(
    marginPreview("add", "1", funded, 10, { ...given, available: null }).problem,
  ).toBeUndefined();
});

test("a loss is covered first: what it needs cannot be taken out", () => {
  expect(
    marginPreview("remove", "1", funded, 10, { ...given, mark: { value: 49_900_0000n, scale: 4 } }),
  ).toMatchObject({ most: 150_00000000n });
});
