import * as v from "valibot";
import type { Scope } from "./use-market-list.ts";

/** What is read of a shared text; a market is named early or not at all. */
const longestRead = 2000;
/** What a search field takes over of a shared text. */
const longestSearch = 40;
const longestAddress = 100;

/** Where a market of each product is shown. */
export const marketPlaces = {
  coin: "/coins",
  contract: "/contracts",
  second: "/seconds",
} as const satisfies Record<Scope, string>;

/** The router reads `1inch` as a text, but `7` as a number. */
const word = v.fallback(
  v.optional(v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))),
  undefined,
);

/** What comes with an entry from outside: the protocol handler's `open`, the share target's three words (scripts/manifests.ts). */
export const sharedEntrySearch = v.object({
  open: word,
  shared_title: word,
  shared_text: word,
  shared_url: word,
});
export type SharedEntry = v.InferOutput<typeof sharedEntrySearch>;

/** What Home looks for at first. */
export const findSearch = v.object({
  find: v.pipe(
    word,
    v.transform((text) => (text === undefined ? undefined : searchText(text) || undefined)),
  ),
});

export type SharedPlace =
  | { kind: "market"; product: Scope; symbol: string }
  | { kind: "search"; text: string };

/**
 * Where an entry from outside leads: to the market it names, else to the search with its words, else nowhere
 * in particular (null). Whatever it says, it only opens a place that is open to everybody, and does nothing there.
 */
export function sharedPlace(entry: SharedEntry): SharedPlace | null {
  if (entry.open !== undefined) return marketOfAddress(entry.open);
  const said = [entry.shared_url, entry.shared_text, entry.shared_title].flatMap((text) =>
    text === undefined ? [] : [text.slice(0, longestRead)],
  );
  for (const text of said) {
    const market = marketOfLink(text) ?? marketOfPair(text);
    if (market) return market;
  }
  // An address alone is nothing to look for.
  const text = said
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

/** `web+godwit:market/btcusdt`, also of `contracts` and `seconds`; some senders write `//` after the colon. */
function marketOfAddress(address: string): SharedPlace | null {
  if (address.length > longestAddress) return null;
  const [, place = "", symbol = ""] =
    /^web\+godwit:(?:\/\/)?(market|coins|contracts|seconds)\/([a-z0-9]{2,24})\/?$/i.exec(address) ??
    [];
  const product = productsByWord[place.toLowerCase()];
  return product === undefined ? null : { kind: "market", product, symbol: symbol.toLowerCase() };
}

/** A link as this app shares it. Its host does not count: nothing but the symbol is taken. */
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

/** A pair as people and other exchanges write it: BTC/USDT, btc-usdt, BTC_USDT, $BTCUSDT. In an address, `/eth` is any page's name. */
function marketOfPair(text: string): SharedPlace | null {
  const pair = dollarPair.exec(text) ?? coinPair.exec(text.replace(addresses, " "));
  return pair === null
    ? null
    : { kind: "market", product: "coin", symbol: `${pair[1]}${pair[2]}`.toLowerCase() };
}

/** The words of a text as a search field takes them: no addresses, no invisible characters. */
function searchText(text: string): string {
  const words = text
    .slice(0, longestRead)
    .replace(addresses, " ")
    .replace(/\p{C}/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return Array.from(words).slice(0, longestSearch).join("").trim();
}
