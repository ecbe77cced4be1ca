import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import {
  findSearch,
  sharedEntrySearch,
  sharedPlace,
} from "../../../../src/features/market/share/shared-entry.ts";
import { shareMessage } from "../../../../src/features/market/share/share-messages.ts";

const market = (symbol: string, product = "coin") => ({ kind: "market", product, symbol });
const search = (text: string) => ({ kind: "search", text });

describe("the shared text of a market", () => {
  const facts = { name: "BTC/USDT", symbol: "btcusdt", origin: "https://godwit.example" };

  test.each([
    ["coin", "coins"],
    ["contract", "contracts"],
    ["second", "seconds"],
  ] as const)("a link that opens the %s market again", (scope, path) => {
    const { link } = shareMessage({ ...facts, scope });
    expect(link).toBe(`https://godwit.example/${path}?symbol=btcusdt`);
    expect(sharedPlace({ shared_text: `look: ${link}` })).toEqual(market("btcusdt", scope));
  });

  test("the price with its time and the paper note; unknown facts are omitted", () => {
    expect(
      shareMessage({
        ...facts,
        scope: "coin",
        price: "61,234.5",
        change: "+1.20 % in 24 h",
        at: "22 Nov 2026, 04:12:09 UTC",
        paper: "Paper trading.",
      }).message,
    ).toBe("BTC/USDT 61,234.5 (+1.20 % in 24 h)\n22 Nov 2026, 04:12:09 UTC\nPaper trading.");
    expect(shareMessage({ ...facts, scope: "coin", paper: "Paper trading." }).message).toBe(
      "BTC/USDT\nPaper trading.",
    );
  });
});

describe("an entry from outside", () => {
  test.each([
    ["web+godwit:market/btcusdt", market("btcusdt")],
    ["web+godwit://market/BTCUSDT/", market("btcusdt")],
    ["WEB+GODWIT:Coins/ethusdt", market("ethusdt")],
    ["web+godwit:contracts/ethusdt", market("ethusdt", "contract")],
    ["web+godwit:seconds/btcusdt", market("btcusdt", "second")],
  ])("%s opens its market", (open, place) => {
    expect(sharedPlace({ open })).toEqual(place);
  });

  test.each([
    ["BTC/USDT is rising", market("btcusdt")],
    ["what of eth-btc?", market("ethbtc")],
    ["$SOLUSDT", market("solusdt")],
    ["看看 DOGE_USDT 吧", market("dogeusdt")],
    ["https://www.htx.com/trade/btc_usdt?type=spot", market("btcusdt")],
    ["https://other.example/seconds?symbol=ethusdt", market("ethusdt", "second")],
    ["https://other.example/currency/detail?symbol=ETHUSDT", market("ethusdt")],
    ["Bitcoin", search("Bitcoin")],
    ["brush your teeth", search("brush your teeth")],
    ["以太坊", search("以太坊")],
    ["  a\n\tb  ", search("a b")],
    ["", null],
    ["https://other.example/", null],
    ["\u202e\u0000", null],
  ])("a shared %j", (shared_text, place) => {
    expect(sharedPlace({ shared_text })).toEqual(place);
  });

  test("the link counts before the text, the text before the title", () => {
    expect(
      sharedPlace({
        shared_title: "ETH/USDT",
        shared_text: "SOL/USDT",
        shared_url: "https://a.example/coins?symbol=btcusdt",
      }),
    ).toEqual(market("btcusdt"));
    expect(
      sharedPlace({
        shared_title: "Ether news",
        shared_text: "",
        shared_url: "https://a.example/news",
      }),
    ).toEqual(search("Ether news"));
  });

  const places = [
    "market",
    "contracts",
    "order",
    "withdraw",
    "login",
    "api/auth/logout",
    "..",
    "",
    "//evil.example",
  ];
  const tails = [
    "btcusdt?side=buy&amount=1",
    "btcusdt#x",
    "btc usdt",
    "btcusdt/../../withdraw",
    "%62tcusdt",
    "btcusdt\u0000",
    "<img src=x onerror=alert(1)>",
    "a",
    "x".repeat(25),
    "btc\\usdt",
    "бтцусдт",
    "javascript:alert(1)",
  ];
  const hostile = places
    .flatMap((place) => tails.map((tail) => `web+godwit:${place}/${tail}`))
    .concat([
      "javascript:alert(1)",
      "data:text/html,x",
      "https://evil.example/market/btcusdt",
      "//evil.example",
      "/withdraw",
      "web+other:market/btcusdt",
      " web+godwit:market/btcusdt",
      "web+godwit:market/btcusdt\nweb+godwit:market/ethusdt",
      "web+godwit:///market/btcusdt",
      "web+godwit:market",
      "web+godwit:",
      "",
      "x".repeat(100_000),
    ]);

  test(`each of ${hostile.length} hostile addresses opens nothing`, () => {
    expect(hostile.length).toBeGreaterThanOrEqual(100);
    expect(hostile.filter((open) => sharedPlace({ open }) !== null)).toEqual([]);
  });

  test("whatever is shared gives only a symbol or a short, visible text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.webUrl({ withQueryParameters: true }),
      fc.constantFrom(...hostile, "BTC/USDT", "https://x.example/coins?symbol=../withdraw"),
    );
    const entry = fc.record(
      { open: piece, shared_title: piece, shared_text: piece, shared_url: piece },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(entry, (said) => {
        const place = sharedPlace(said);
        if (place === null) return;
        if (place.kind === "market") expect(place.symbol).toMatch(/^[a-z0-9]{2,24}$/);
        else
          expect([
            /^\S.*\S$|^\S$/su.test(place.text),
            /\p{C}/u.test(place.text),
            Array.from(place.text).length <= 40,
          ]).toEqual([true, false, true]);
      }),
      { numRuns: 500 },
    );
  });

  test("an address is read as the router gives it", () => {
    expect(
      v.parse(sharedEntrySearch, {
        open: 7,
        shared_text: true,
        shared_title: { a: 1 },
        shared_url: [1],
        other: 1,
      }),
    ).toEqual({ open: "7", shared_text: "true", shared_title: undefined, shared_url: undefined });
    expect(v.parse(findSearch, { find: "  Bitcoin\u202e " })).toEqual({ find: "Bitcoin" });
    expect(v.parse(findSearch, { find: {} })).toEqual({ find: undefined });
  });
});
