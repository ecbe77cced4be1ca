import fc from "fast-check";
import { expect, test } from "vitest";
import {
  momentsOf,
  payoutMinor,
  resultOf,
  settlementMethod,
  slowMs,
  windowOf,
  windowPrice,
} from "#protocol/rules/seconds-settlement.ts";

/** The rules of rules.md, 5. */

test("the price locks five whole seconds after acceptance, and is delivered after the time of the contract", () => {
  expect([1_707_494_334_000, 1_707_494_334_001].map((at) => momentsOf(at, 30))).toEqual([
    { t0: 1_707_494_339_000, t1: 1_707_494_369_000 },
    { t0: 1_707_494_340_000, t1: 1_707_494_370_000 },
  ]);
  expect([settlementMethod, slowMs]).toEqual(["tm5-v1", 2000]);
});

test("the window of a moment is its second and the four before it", () => {
  expect(windowOf(1_707_494_340_000)).toEqual([
    1_707_494_336, 1_707_494_337, 1_707_494_338, 1_707_494_339, 1_707_494_340,
  ]);
});

test("samples have up to two digits more than prices, and a price has one more", () => {
  expect(windowPrice(["1.0000", "1.0049", "1.0051", "1.0050", "2"], 2)).toBe("1.005");
  expect(windowPrice(["1", "1.001", "1.001", "1", "1.001"], 2)).toBe("1.001");
  expect(() => windowPrice(["1.00001", "1", "1", "1", "1"], 2)).toThrow("no sample of an index");
  expect(resultOf("up", "1.005", "1.0051", 2)).toBe("void");
});

test("samples 60000.11, .13, .20, 59999.90, 60000.15 make 60000.130", () => {
  expect(windowPrice(["60000.11", "60000.13", "60000.20", "59999.90", "60000.15"], 2)).toBe(
    "60000.130",
  );
  // Of four the two in the middle; half a unit goes up.
  expect(windowPrice(["60000.11", null, "60000.20", "59999.90", "60000.15"], 2)).toBe("60000.130");
  expect(windowPrice(["1.0000", "1.0010", "1.0011", "1.0009", "9.0000"], 2)).toBe("1.001");
  expect(windowPrice(["1.0004", "1.0005", "1.0006", "1.0005", "1.0005"], 2)).toBe("1.001");
  expect(windowPrice([null, null, "60000.20", "59999.90", "60000.15"], 2)).toBeNull();
});

test("a stake of 100 at odds of 0.85 pays 185, 0 or 100", () => {
  const stake = 10_000_000_000n;
  expect(
    (["win", "lose", "draw", "void"] as const).map((result) => payoutMinor(result, stake, "0.85")),
  ).toEqual([18_500_000_000n, 0n, stake, stake]);
  // A credit is rounded down.
  expect(payoutMinor("win", 3n, "0.95")).toBe(5n);
});

test("of the samples only their values count, not their order, and five of them make a window", () => {
  const usual = ["60000.11", "60000.13", "60000.20", "59999.90", "60000.15"];
  const order = fc.shuffledSubarray(usual, { minLength: usual.length });
  fc.assert(fc.property(order, (samples) => windowPrice(samples, 2) === "60000.130"));
  expect([usual.slice(1), [...usual, null]].map((samples) => windowPrice(samples, 2))).toEqual([
    null,
    null,
  ]);
  expect(() => windowPrice([...usual.slice(1), "much"], 2)).toThrow("no sample of an index");
  expect(() => payoutMinor("win", 1n, "even")).toThrow("odds are not a decimal");
});

test("a higher price wins for up and loses for down, a lower one the other way round, a missing one is void", () => {
  const [low, high] = ["60000.130", "60000.131"];
  expect(
    (["up", "down"] as const).map((direction) =>
      [
        [low, high],
        [high, low],
        [null, low],
        [low, null],
      ].map(([entry = null, exit = null]) => resultOf(direction, entry, exit, 2)),
    ),
  ).toEqual([
    ["win", "lose", "void", "void"],
    ["lose", "win", "void", "void"],
  ]);
});

test("the same price twice is a draw for both directions", () => {
  for (const direction of ["up", "down"] as const)
    expect(resultOf(direction, "60000.130", "60000.130", 2)).toBe("draw");
});
