import type { TickerRow } from "#protocol/api/market.ts";

/** Names already checked, by symbol: most rows belong to a symbol seen before. */
const plainNames = new Map<string, { base: string; quote: string }>();
const maxNames = 20_000;
const plain = /^[A-Za-z0-9]{1,24}$/;

/** Whether the endpoint's schema would accept the row unchanged. Rows of the stream have no rank and get the schema's default. */
export function isWhole(row: unknown): row is TickerRow {
  if (typeof row !== "object" || row === null) return false;
  const it = row as Partial<Record<keyof TickerRow, unknown>>;
  if (it.rank === undefined) it.rank = 0;
  return (
    isFigure(it.close) &&
    isFigure(it.change) &&
    isFigure(it.vol) &&
    isFigure(it.open) &&
    isFigure(it.high) &&
    isFigure(it.low) &&
    isFigure(it.amount) &&
    isFigure(it.count) &&
    isFigure(it.bid) &&
    isFigure(it.bidSize) &&
    isFigure(it.ask) &&
    isFigure(it.askSize) &&
    isFigure(it.rank) &&
    Number.isSafeInteger(it.ts) &&
    Math.abs(it.ts as number) <= 8.64e15 &&
    (it.src === "sim" || it.src === "htx") &&
    areNames(it.symbol, it.base, it.quote)
  );
}

function isFigure(value: unknown): boolean {
  return typeof value === "number" && value >= -1e18 && value <= 1e18;
}

function areNames(symbol: unknown, base: unknown, quote: unknown): boolean {
  if (typeof symbol !== "string" || typeof base !== "string" || typeof quote !== "string")
    return false;
  const known = plainNames.get(symbol);
  if (known?.base === base && known.quote === quote) return true;
  if (!plain.test(symbol) || !plain.test(base) || !plain.test(quote)) return false;
  if (plainNames.size >= maxNames) plainNames.clear();
  plainNames.set(symbol, { base, quote });
  return true;
}
