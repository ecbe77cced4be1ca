import { describe, expect, test } from "vitest";
import type { TradeRow } from "#protocol/api/market.ts";
import type { Banner } from "#protocol/api/platform.ts";
import { nextFunding } from "../../../../src/features/contracts/figures/next-funding.ts";
import { bannersFor } from "../../../../src/features/home/banners-for.ts";
import { summarise } from "../../../../src/features/market/chart/candle-summary.ts";
import { newestTrades } from "../../../../src/features/market/book/newest-trades.ts";
import { percentOfFraction } from "../../../../src/features/market/feed/percent-of-fraction.ts";

test("trades: newest first, without duplicates, no more than requested", () => {
  const trade = (id: number, ts: number): TradeRow => ({
    id,
    "trade-id": id,
    price: 1,
    amount: 1,
    direction: "buy",
    ts,
  });
  expect(
    newestTrades([trade(3, 30), trade(2, 20), trade(3, 30), trade(4, 30), trade(1, 10)], 3).map(
      (each) => each.id,
    ),
  ).toEqual([3, 4, 2]);
});

test("a summary names first, last, highest and lowest with their times", () => {
  const candle = (id: number, open: number, high: number, low: number, close: number) => ({
    id,
    open,
    high,
    low,
    close,
    vol: 1,
  });
  expect(summarise([candle(60, 100, 120, 90, 110), candle(120, 110, 115, 80, 90)])).toEqual({
    count: 2,
    fromSec: 60,
    toSec: 120,
    first: 100,
    last: 90,
    changePercent: -10,
    high: 120,
    highSec: 60,
    low: 80,
    lowSec: 120,
  });
  expect(summarise([])).toBeUndefined();
});

test("fractions of the wire as exact percent", () => {
  expect(["0.0001", "-0.025", "0.95", "1"].map((text) => Number(percentOfFraction(text)))).toEqual([
    0.01, -2.5, 95, 100,
  ]);
  expect(percentOfFraction("0.0001")).toMatch(/^0\.010*$/);
});

describe("funding", () => {
  const hour = 3600_000;
  const read = { funding_time: 8 * hour, next_funding_time: 16 * hour, interval_h: 8 };
  test("the next funding time is right also after an old read", () => {
    expect(
      [0, 8 * hour - 1, 8 * hour, 16 * hour, 40 * hour + 1].map(
        (now) => nextFunding(read, now) / hour,
      ),
    ).toEqual([8, 8, 16, 24, 48]);
  });
});

test("announcements: the active ones in the user's language, else in English", () => {
  const banner = (id: string, locale: string, sort: number, status = 1): Banner => ({
    id,
    locale,
    sort,
    status,
    image: "",
    link: "",
    title: id,
    text: "",
  });
  const banners = [
    banner("en2", "en-US", 2),
    banner("fr", "fr-FR", 3),
    banner("en1", "en_US", 1),
    banner("off", "fr-FR", 0, 0),
  ];
  const ids = (locale: string) => bannersFor(banners, locale).map((each) => each.id);
  expect([ids("fr-FR"), ids("zh-CN")]).toEqual([["fr"], ["en1", "en2"]]);
});
