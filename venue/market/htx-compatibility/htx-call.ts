/** What the HTX-compatible endpoints have in common. */
import type { MarketSource, SymbolSpec } from "../../feed/market-source.ts";
import type { ContractFigures } from "./contract-figures.ts";

export interface Asked {
  source: MarketSource;
  figures: ContractFigures;
  query: URLSearchParams;
  now: number;
  /** The client's address. */
  caller: string;
}

/** One path's body, as HTX would answer it. */
export type HtxEndpoint = (asked: Asked) => Promise<object> | object;

/** A wrong parameter, in HTX's words. Its contracts have numbers for codes. */
export class HtxRefusal extends Error {
  readonly code: string | number;

  constructor(code: string | number, message: string) {
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
  const value = readInteger(query, name);
  if (value === undefined) return fallback;
  if (!(value >= min && value <= max))
    throw new HtxRefusal("bad-request", `invalid ${name}, valid range: [${min},${max}]`);
  return value;
}

/** Undefined where it is not given, NaN where it is no whole number. */
export function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  return /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
}
