import { expect, test } from "vitest";
import { dayProfit } from "../../../src/features/home/day-profit.ts";

const dayMs = 86_400_000;
const point = (day: number, total: string, flow = "0") => ({ time: day * dayMs, total, flow });
const before = [1, 2, 3, 4, 5].map((day) => point(day, "0"));

test("today's profit stands beside its share of what the account was worth without it", () => {
  expect(dayProfit([point(1, "9000", "9000"), point(2, "10000"), point(3, "10100")], 7)).toEqual({
    amount: "100",
    percent: "1.0000",
    line: [0, 1000, 1100],
  });
  expect(dayProfit([point(1, "10000", "10000"), point(2, "9995")], 7)?.percent).toBe("-0.0500");
});

test("a young account has no line, however many empty days stand before its first", () => {
  const young = [...before, point(6, "9990", "10000"), point(7, "9980")];
  expect(dayProfit(young, 7)?.line).toEqual([]);
  expect(dayProfit([point(0, "0"), ...young], 7)?.line).toEqual([]);
});

test("an account of nothing has no share, and one without a day no profit", () => {
  expect(dayProfit([point(1, "0")], 7)).toEqual({ amount: "0", percent: undefined, line: [] });
  expect(dayProfit([], 7)).toBeUndefined();
});
