import fc from "fast-check";
import { expect, test } from "vitest";
import { sparklinePath } from "../../../../src/ui/figures/sparkline-path.ts";

test("rises from the lower left to the upper right", () => {
  expect(sparklinePath([1, 2, 3], 64, 28)).toBe("M2 26L32 14L62 2");
});

test("a flat series runs through the middle, too few points draw nothing", () => {
  expect(sparklinePath([5, 5], 64, 28)).toBe("M2 14L62 14");
  expect(sparklinePath([5], 64, 28)).toBe("");
  expect(sparklinePath([5, Number.NaN], 64, 28)).toBe("");
});

test("stays inside its box", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), { minLength: 2, maxLength: 60 }),
      (values) => {
        for (const [x = 0, y = 0] of sparklinePath(values, 64, 28)
          .slice(1)
          .split("L")
          .map((point) => point.split(" ").map(Number))) {
          expect(x).toBeGreaterThanOrEqual(2);
          expect(x).toBeLessThanOrEqual(62);
          expect(y).toBeGreaterThanOrEqual(2);
          expect(y).toBeLessThanOrEqual(26);
        }
      },
    ),
  );
});
