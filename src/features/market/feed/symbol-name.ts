import type { TickerRow } from "#protocol/api/market.ts";

const knownQuotes = ["usdt", "usdc", "btc", "eth"] as const;

/** `btcusdt` as shown to people: BTC/USDT. The ticker has both currencies; without it they are guessed from the ending. */
export function symbolName(symbol: string, parts?: Pick<TickerRow, "base" | "quote">): string {
  const { base, quote } = parts?.base ? parts : splitSymbol(symbol);
  return quote === "" ? base.toUpperCase() : `${base.toUpperCase()}/${quote.toUpperCase()}`;
}

/** Base and quote currency of a symbol, guessed by the usual quote currencies; `quote` is empty where none fits. */
export function splitSymbol(symbol: string): { base: string; quote: string } {
  const lower = symbol.toLowerCase();
  const quote =
    knownQuotes.find((candidate) => lower.length > candidate.length && lower.endsWith(candidate)) ??
    "";
  return { base: lower.slice(0, lower.length - quote.length), quote };
}

/** Decimals to show a price with where the symbol's rules are not known: about six significant figures. */
export function decimalsOfPrice(price: number | undefined): number {
  if (price === undefined || !Number.isFinite(price) || price <= 0) return 2;
  const significant = Math.max(2, 5 - Math.floor(Math.log10(price)));
  const written = /\.(\d+)$/.exec(price.toString())?.[1]?.length ?? 0;
  return Math.min(8, Math.max(2, Math.min(significant, written)));
}
