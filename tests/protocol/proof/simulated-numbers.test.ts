import { expect, test } from "vitest";
import {
  dateOf,
  dayOf,
  dayOfDate,
  dayStart,
  genesis,
} from "#protocol/proof/simulated-day/calendar.ts";
import { decimalText } from "#protocol/proof/simulated-day/symbol-numbers.ts";

test.each([
  [123_456, 2, "1234.56"],
  [5, 2, "0.05"],
  [5, 8, "0.00000005"],
  [100, 2, "1.00"],
  [0, 2, "0.00"],
  [-5, 2, "-0.05"],
  [-123_456, 3, "-123.456"],
  [42, 0, "42"],
  [-42, 0, "-42"],
  [0, 0, "0"],
])("%i units of 10^-%i are %s", (units, scale, text) => {
  expect(decimalText(units, scale)).toBe(text);
});

test("a day is named by its date in GMT+8, from genesis on", () => {
  expect([dateOf(0), dayOfDate("2020-01-01")]).toEqual(["2020-01-01", 0]);
  expect([dateOf(59), dayOfDate("2020-02-29")]).toEqual(["2020-02-29", 59]);
  expect([dayOf(genesis), dayOf(genesis + 86_399), dayOf(genesis + 86_400)]).toEqual([0, 0, 1]);
  expect(dayStart(1) - genesis).toBe(86_400);
});

test.each(["2019-12-31", "2021-02-29", "2020-1-1", "2020-01-01 ", "", "never"])(
  "%j is no day of the market",
  (date) => {
    expect(dayOfDate(date)).toBeUndefined();
  },
);
