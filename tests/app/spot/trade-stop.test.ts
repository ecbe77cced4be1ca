import { expect, test } from "vitest";
import { tradeStop, type TradeSituation } from "../../../src/features/spot/trade-stop.ts";

const clear: TradeSituation = { known: true, open: true, online: true, bookKnown: true, freshness: "live", user: { status: 0, trade_status: 1 }, underWay: false };

test.each<[string, Partial<TradeSituation>, ReturnType<typeof tradeStop>]>([
  ["nothing in the way", {}, undefined],
  ["a delayed price is still traded on", { freshness: "delayed" }, undefined],
  ["a visitor is asked to log in elsewhere", { user: null }, undefined],
  ["frozen price", { freshness: "frozen" }, "frozen-price"],
  ["offline says more than the frozen price it causes", { online: false, freshness: "frozen" }, "offline"],
  ["frozen account", { user: { status: 1, trade_status: 1 } }, "account"],
  ["an account that may only close", { user: { status: 0, trade_status: 0 } }, "account"],
  ["market not open", { open: false }, "closed"],
  ["rules not known yet", { known: false, open: false }, "loading"],
  ["a book that has not come is no empty one", { bookKnown: false }, "no-book-yet"],
  ["a frozen price says more than the book it leaves out", { freshness: "frozen", bookKnown: false }, "frozen-price"],
  ["another order under way", { underWay: true }, "under-way"],
])("%s", (_name, change, stop) => {
  expect(tradeStop({ ...clear, ...change })).toBe(stop);
});
