import * as v from "valibot";
import type { Scope } from "#protocol/api/market.ts";

/** Characters read of a shared text. */
const maxReadLength = 2000;
/** Characters of a shared text that go into the search field. */
const maxSearchLength = 40;
const maxAddressLength = 100;

/** The path of each product's screen. */
export const marketPlaces = {
  coin: "/coins",
  contract: "/contracts",
  second: "/seconds",
} as const satisfies Record<Scope, string>;

/** A search parameter as text: the router reads `1inch` as a string, but `7` as a number. */
const textParam = v.fallback(
  v.optional(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))),
  undefined,
);

/** Search parameters of an entry from outside: `open` of the protocol handler, the other three of the share target (scripts/build/manifests.ts). */
export const sharedEntrySearch = v.object({
  open: textParam,
  shared_title: textParam,
  shared_text: textParam,
  shared_url: textParam,
});
export type SharedEntry = v.InferOutput<typeof sharedEntrySearch>;

/** The initial search text on Home. */
export const findSearch = v.object({
  find: v.pipe(
    textParam,
    v.transform((text) => (text === undefined ? undefined : searchText(text) || undefined)),
  ),
});

export type SharedPlace =
  | { kind: "market"; product: Scope; symbol: string }
  | { kind: "search"; text: string };

/**
 * Where an entry from outside leads: to the market it names, else to a search for its text, else null. It only
 * opens public screens and changes nothing there, whatever it contains.
 */
export function sharedPlace(entry: SharedEntry): SharedPlace | null {
  if (entry.open !== undefined) return marketOfAddress(entry.open);
  const texts = [entry.shared_url, entry.shared_text, entry.shared_title].flatMap((text) =>
    text === undefined ? [] : [text.slice(0, maxReadLength)],
  );
  for (const text of texts) {
    const market = marketOfLink(text) ?? marketOfPair(text);
    if (market) return market;
  }
  // A text that is only an address gives no search.
  const text = texts
    .toReversed()
    .map(searchText)
    .find((words) => words !== "");
  return text === undefined ? null : { kind: "search", text };
}

const productsByWord: Record<string, Scope> = {
  market: "coin",
  coins: "coin",
  contracts: "contract",
  seconds: "second",
};

/** Reads `web+godwit:market/btcusdt`, also with `coins`, `contracts` or `seconds`; some senders write `//` after the colon. */
function marketOfAddress(address: string): SharedPlace | null {
  if (address.length > maxAddressLength) return null;
  const [, place = "", symbol = ""] =
    /^web\+godwit:(?:\/\/)?(market|coins|contracts|seconds)\/([a-z0-9]{2,24})\/?$/i.exec(address) ??
    [];
  const product = productsByWord[place.toLowerCase()];
  return product === undefined ? null : { kind: "market", product, symbol: symbol.toLowerCase() };
}

/** Reads a link as this app shares it. The host is ignored: only path and symbol are used. */
function marketOfLink(text: string): SharedPlace | null {
  for (const [link] of text.matchAll(/https?:\/\/[^\s"'<>]+/gi)) {
    if (!URL.canParse(link)) continue;
    const { pathname, searchParams } = new URL(link);
    const symbol = searchParams.get("symbol")?.toLowerCase();
    const product = pathname === "/currency/detail" ? "coin" : productsByWord[pathname.slice(1)];
    if (product !== undefined && symbol !== undefined && /^[a-z0-9]{2,24}$/.test(symbol))
      return { kind: "market", product, symbol };
  }
  return null;
}

const dollarPair = /(?<![a-z0-9])([a-z0-9]{2,12})[/_-]?(usdt|usdc)(?![a-z0-9])/i;
const coinPair = /(?<![a-z0-9])([a-z0-9]{2,12})[/_-](btc|eth)(?![a-z0-9])/i;
const addresses = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/\S*/gi;

/** Reads a pair as people and other exchanges write it: BTC/USDT, btc-usdt, BTC_USDT, $BTCUSDT. Addresses are skipped for BTC and ETH pairs, because `/eth` is often part of a path. */
function marketOfPair(text: string): SharedPlace | null {
  const pair = dollarPair.exec(text) ?? coinPair.exec(text.replace(addresses, " "));
  return pair === null
    ? null
    : { kind: "market", product: "coin", symbol: `${pair[1]}${pair[2]}`.toLowerCase() };
}

/** A text prepared for the search field: without addresses and invisible characters. */
function searchText(text: string): string {
  const words = text
    .slice(0, maxReadLength)
    .replace(addresses, " ")
    .replace(/\p{C}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return Array.from(words).slice(0, maxSearchLength).join("").trim();
}
