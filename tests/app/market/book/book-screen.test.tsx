import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { loadRuntimeConfig } from "../../../../src/api/config.ts";
import { BookDepthTable } from "../../../../src/features/market/book/book-depth-table.tsx";
import { bookFeedOf } from "../../../../src/features/market/book/use-depth.ts";
import { BookLadder } from "../../../../src/features/market/book/book-ladder.tsx";
import { OrderBook } from "../../../../src/features/market/book/order-book.tsx";
import { queryClient } from "../../../../src/shell/app-context.ts";
import type { Level } from "../../../../venue/feed/market-source.ts";
import { FixedSource } from "../../../harness/venue/fixed-source.ts";
import { startVenue } from "../../../harness/venue/memory-venue.ts";

/** Each test looks at a market of its own: the page keeps the books it has seen. */
const markets = ["btcusdt", "dogeusdt"] as const;

// For the whole file: a feed goes on for a moment after its last listener. Its timers end with the file.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval"] });
  i18n.loadAndActivate({ locale: "en-US", messages: {} });
  vi.stubGlobal("location", { origin: "http://venue.test", href: "http://venue.test/" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("requestAnimationFrame", (task: () => void) => setTimeout(task, 0));
});

afterEach(() => queryClient.clear());
afterAll(() => vi.useRealTimers());

/** The market's book, read from the real venue, by the page's own feed. */
async function readBook(
  symbol: (typeof markets)[number],
  book: { bids: Level[]; asks: Level[] },
): Promise<void> {
  const source = new FixedSource();
  source.setBook(symbol, book);
  const { venue } = await startVenue({ source });
  vi.stubGlobal("fetch", async (input: Request | string) => {
    const request =
      typeof input === "string" ? new Request(new URL(input, "http://venue.test")) : input;
    if (new URL(request.url).pathname === "/config.json")
      return new Response(JSON.stringify({ stream: null }));
    return venue.fetch(request, { ip: "198.51.100.4" });
  });
  await loadRuntimeConfig();
  const feed = bookFeedOf(symbol);
  const stop = feed.subscribe(() => {});
  onTestFinished(stop);
  await vi.waitFor(() => expect(feed.view.book).toBeDefined());
}

const markup = (part: ReactElement) =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <I18nProvider i18n={i18n}>{part}</I18nProvider>
    </QueryClientProvider>,
  );
const words = (html: string) =>
  [...html.matchAll(/aria-label="([^"]+: use this price)"/g)].map(([, label]) => label);
const text = (html: string) => html.replaceAll(/<[^>]+>/g, "|").replaceAll(/\|+/g, "|");

test("levels are table rows under headers, with labelled buttons where a price can be used", async () => {
  await readBook("btcusdt", {
    bids: [
      [6_000_000, 500_000],
      [5_999_990, 1_000_000],
    ],
    asks: [[6_000_010, 500_000]],
  });
  const ticket = markup(<OrderBook symbol="btcusdt" onPickPrice={() => {}} />);
  expect(words(ticket)).toEqual([
    "Ask 60,000.10, size 0.50000: use this price",
    "Bid 60,000.00, size 0.50000: use this price",
    "Bid 59,999.90, size 1.00000: use this price",
  ]);
  expect(ticket).toMatch(
    /<table aria-label="Order book of BTC\/USDT">.*scope="col">Price \(USDT\)<.*scope="col">Size \(BTC\)</,
  );
  expect(words(markup(<OrderBook symbol="btcusdt" />))).toEqual([]);

  const ladder = markup(
    <BookLadder symbol="btcusdt" group={0} onGroup={() => {}} onPickPrice={() => {}} />,
  );
  expect(words(ladder)).toHaveLength(3);
  expect(text(ladder)).toContain("|Middle 60,000.05|Spread 0.10 (0.0002%)|");
  expect(ladder).not.toMatch(/aria-live|role="status"|role="alert"/);

  const book = bookFeedOf("btcusdt").view.book;
  if (!book) throw new Error("no book");
  expect(
    text(
      markup(<BookDepthTable book={book} decimals={2} name="BTC/USDT" base="BTC" quote="USDT" />),
    ),
  ).toContain("|2|59,999.90|1.50000|90K|0.0001%|");
});

test("an empty side says so, and its rows beside the ticket are empty, not loading", async () => {
  expect(markup(<OrderBook symbol="dogeusdt" />)).toContain("data-shape");
  await readBook("dogeusdt", { bids: [], asks: [[100_000, 500]] });
  const ticket = markup(<OrderBook symbol="dogeusdt" />);
  expect(ticket).not.toContain("data-shape");
  expect(text(markup(<BookLadder symbol="dogeusdt" group={0} onGroup={() => {}} />))).toContain(
    "|Nobody buys now.|",
  );
});
