import { expect, test } from "vitest";
import type { ContractFiguresRow } from "#protocol/api/market.ts";
import {
  arrangeByFigure,
  nextFigureSort,
} from "../../../../src/features/market/list/figure-order.ts";

const row = (symbol: string, rate: string | null, worth: string | null): ContractFiguresRow => ({
  contract_code: symbol,
  symbol,
  funding_rate: rate,
  next_funding_time: null,
  open_interest: "0",
  open_interest_value: worth,
});
const figures = new Map(
  [
    row("a", "0.0001", "9"),
    row("b", "-0.0003", "100"),
    row("c", null, null),
    row("d", "0.0001", "20"),
  ].map((one) => [one.symbol, one]),
);
const by = (key: "funding" | "interest", descending: boolean) =>
  arrangeByFigure(["a", "b", "c", "d", "e"], figures, { key, descending }).join("");

test("markets stand by the figure, equal ones as they were, those without one last", () => {
  expect(by("funding", true)).toBe("adbce");
  expect(by("funding", false)).toBe("badce");
  expect(by("interest", true)).toBe("bdace");
  expect(by("interest", false)).toBe("adbce");
});

test("a head is pressed for descending, ascending, and the list's own order", () => {
  const first = nextFigureSort(null, "funding");
  const second = nextFigureSort(first, "funding");
  expect([first, second, nextFigureSort(second, "funding")]).toEqual([
    { key: "funding", descending: true },
    { key: "funding", descending: false },
    null,
  ]);
  expect(nextFigureSort(second, "interest")).toEqual({ key: "interest", descending: true });
});
