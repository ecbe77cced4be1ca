import { expect, test } from "vitest";
import { travelMarkets } from "../../../../src/shell/travel-set/travel-markets.ts";

const listed = Array.from({ length: 30 }, (_, at) => `m${at}usdt`);

test("the first ten favourites that are still listed, then the ten largest, each once", () => {
  expect(travelMarkets(listed, [])).toEqual(listed.slice(0, 10));
  expect(travelMarkets(listed, ["m3usdt", "goneusdt", "m20usdt"])).toEqual([
    "m3usdt",
    "m20usdt",
    ...listed.slice(0, 10).filter((symbol) => symbol !== "m3usdt"),
  ]);
  const many = listed.toReversed();
  expect(travelMarkets(listed, many)).toEqual([...many.slice(0, 10), ...listed.slice(0, 10)]);
  expect(travelMarkets([], ["m1usdt"])).toEqual([]);
});
