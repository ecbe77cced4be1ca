import type { TickerRow } from "#protocol/market.ts";

const knownQuotes = ["usdt", "usdc", "btc", "eth"] as const;

/** `btcusdt` as people read it: BTC/USDT. The ticker knows its two halves; before it comes, the ending is a guess. */
export function symbolText(symbol: string, parts?: Pick<TickerRow, "base" | "quote">): string {
  const { base, quote } = parts?.base ? parts : splitSymbol(symbol);
  return quote === "" ? base.toUpperCase() : `${base.toUpperCase()}/${quote.toUpperCase()}`;
}

/** Base and quote by the quote currencies there usually are. */
export function splitSymbol(symbol: string): { base: string; quote: string } {
  const lower = symbol.toLowerCase();
  const quote =
    knownQuotes.find((candidate) => lower.length > candidate.length && lower.endsWith(candidate)) ??
    "";
  return { base: lower.slice(0, lower.length - quote.length), quote };
}

/** Decimals to show a price with where the symbol's own are not known: about six figures, as the number has them. */
export function decimalsOfPrice(price: number | undefined): number {
  if (price === undefined || !Number.isFinite(price) || price <= 0) return 2;
  const significant = Math.max(2, 5 - Math.floor(Math.log10(price)));
  const written = /\.(\d+)$/.exec(price.toString())?.[1]?.length ?? 0;
  return Math.min(8, Math.max(2, Math.min(significant, written)));
}
