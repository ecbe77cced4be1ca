import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { TickerRow } from "#protocol/api/market.ts";
import { venueNow } from "../../../../src/api/venue-clock.ts";
import { marketStore } from "../../../../src/features/market/feed/market-store.ts";
import {
  useAgeOf,
  useFreshness,
  useFreshnessState,
} from "../../../../src/features/market/feed/use-ticker.ts";

/** What a subscriber is rendered for; it renders again when that is another. */
function factOf(useFact: () => object): string {
  function Fact() {
    return JSON.stringify(useFact());
  }
  return renderToStaticMarkup(<Fact />);
}

function factAt(agoMs: number): string {
  const ts = venueNow() - agoMs;
  return factOf(() => useAgeOf(ts));
}

test("an old figure renders each second for a minute, and then each minute, as its words change", () => {
  expect(factAt(30_500)).not.toBe(factAt(31_500));
  expect(factAt(61_000)).toBe(factAt(119_000));
  expect(factAt(119_000)).not.toBe(factAt(121_000));
  expect(factAt(3_700_000)).toBe(factAt(7_100_000));
});

test("what shows no age of a price renders for its state alone", () => {
  const price = (symbol: string, agoMs: number) =>
    marketStore.take([{ symbol, ts: venueNow() - agoMs } as TickerRow]);
  price("btcusdt", 30_500);
  price("ethusdt", 31_500);
  price("solusdt", 0);
  const withAge = (symbol: string) => factOf(() => useFreshness(symbol));
  const state = (symbol: string) => factOf(() => useFreshnessState(symbol));
  expect(withAge("btcusdt")).not.toBe(withAge("ethusdt"));
  expect(state("btcusdt")).toBe(state("ethusdt"));
  expect(state("btcusdt")).not.toBe(state("solusdt"));
});
