/** What the HTX-compatible endpoints have in common. */
import type { MarketSource, SymbolSpec } from "../../feed/market-source.ts";

export interface Asked {
  source: MarketSource;
  query: URLSearchParams;
  now: number;
}

/** One path's body, as HTX would answer it. */
export type HtxEndpoint = (asked: Asked) => Promise<object> | object;

/** A wrong parameter, in HTX's words. */
export class HtxRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws HtxRefusal for an unknown symbol */
export function specOf({ source, query }: Asked): SymbolSpec {
  const spec = source.spec(query.get("symbol")?.toLowerCase() ?? "");
  if (!spec) throw new HtxRefusal("invalid-parameter", "invalid symbol");
  return spec;
}

/** @throws HtxRefusal for what is no whole number from `min` to `max` */
export function integerOf(
  query: URLSearchParams,
  name: string,
  min: number,
  max: number,
  fallback: number,
): number {
  const text = query.get(name);
  if (text === null) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max))
    throw new HtxRefusal("bad-request", `invalid ${name}, valid range: [${min},${max}]`);
  return value;
}
