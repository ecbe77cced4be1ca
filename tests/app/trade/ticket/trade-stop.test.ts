import { expect, test } from "vitest";
import {
  tradeStop,
  type TradeSituation,
} from "../../../../src/features/trade/ticket/trade-stop.ts";

const clear: TradeSituation = {
  known: true,
  open: true,
  online: true,
  bookKnown: true,
  priceKnown: true,
  freshness: "live",
  accountStatus: "normal",
  underWay: false,
};

test.each<[string, Partial<TradeSituation>, ReturnType<typeof tradeStop>]>([
  ["nothing in the way", {}, undefined],
  ["a delayed price is still traded on", { freshness: "delayed" }, undefined],
  [
    "a price that has not come is no frozen one",
    { priceKnown: false, freshness: "frozen" },
    "no-price-yet",
  ],
  ["frozen price", { freshness: "frozen" }, "frozen-price"],
  [
    "offline says more than the frozen price it causes",
    { online: false, freshness: "frozen" },
    "offline",
  ],
  ["frozen account", { accountStatus: "frozen" }, "account-frozen"],
  ["blocked account", { accountStatus: "blocked" }, "account-blocked"],
  ["an account that may only close", { accountStatus: "closing-only" }, "closing-only"],
  ["market not open", { open: false }, "closed"],
  ["rules not known yet", { known: false, open: false }, "loading"],
  ["a book that has not come is no empty one", { bookKnown: false }, "no-book-yet"],
  [
    "a frozen price says more than the book it leaves out",
    { freshness: "frozen", bookKnown: false },
    "frozen-price",
  ],
  ["another order under way", { underWay: true }, "under-way"],
])("%s", (_name, change, stop) => {
  expect(tradeStop({ ...clear, ...change })).toBe(stop);
});
