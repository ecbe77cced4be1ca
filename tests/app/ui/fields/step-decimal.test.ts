import { expect, test } from "vitest";
import { stepDecimal } from "../../../../src/ui/fields/step-decimal.ts";

test.each<[string, string, 1 | -1, string]>([
  ["0.1", "0.1", 1, "0.2"],
  ["0.2", "0.1", 1, "0.3"],
  ["67321.5", "0.01", 1, "67321.51"],
  ["67321.50", "0.5", -1, "67321.0"],
  ["1.234", "0.01", 1, "1.24"],
  ["1.234", "0.01", -1, "1.23"],
  ["0", "0.01", -1, "0.00"],
  ["0.004", "0.01", -1, "0.00"],
  ["9", "5", 1, "10"],
  ["999999999999999999.99999999", "0.00000001", 1, "1000000000000000000.00000000"],
])("from %s by %s in direction %s is %s", (value, tick, direction, expected) => {
  expect(stepDecimal(value, tick, direction)).toBe(expected);
});
