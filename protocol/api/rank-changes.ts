/**
 * The short form of `market.rank`: after the whole list, only the figures that changed. A client asks for it with
 * `{"sub":"market.rank","form":"changes"}`, and may name the `figures` that it shows; a frame then has `changes` in
 * the place of `tick` (api.md, stream extras).
 */
import type { TickerRow } from "./market.ts";

/** The figures of a row in the order of their bits, the lowest first. */
export const rankFigures = [
  "close",
  "change",
  "high",
  "low",
  "open",
  "amount",
  "vol",
  "count",
  "bid",
  "bidSize",
  "ask",
  "askSize",
] as const satisfies readonly (keyof TickerRow)[];

export type RankFigure = (typeof rankFigures)[number];

type Figures = Readonly<Record<RankFigure, number>>;

/** `[symbol, age, bits, ...figures]`: age is the frame's time less the row's, ms; a figure for each bit that is set. */
export type RankChange = readonly [symbol: string, ageMs: number, bits: number, ...number[]];

/** The bits of figures by their names. */
export function bitsOf(names: readonly RankFigure[]): number {
  return names.reduce((bits, name) => bits | (1 << rankFigures.indexOf(name)), 0);
}

/** Bits of the figures that differ. */
export function changedFigures(before: Figures, after: Figures): number {
  let bits = 0;
  for (const [at, name] of rankFigures.entries()) if (before[name] !== after[name]) bits |= 1 << at;
  return bits;
}

/** The entry of one row. @param frameTs the frame's time, Unix ms */
export function toRankChange(
  row: Figures & Pick<TickerRow, "symbol" | "ts">,
  bits: number,
  frameTs: number,
): RankChange {
  return [
    row.symbol,
    frameTs - row.ts,
    bits,
    ...rankFigures.filter((_name, at) => (bits & (1 << at)) !== 0).map((name) => row[name]),
  ];
}

/** The bounds that the ticker list has for any figure. */
const isFigure = (value: unknown): value is number =>
  typeof value === "number" && Math.abs(value) <= 1e18;

/**
 * The row after an entry, or undefined where the entry has not the form, or its symbol is unknown.
 * @param rowOf the row that a symbol has now
 */
export function applyRankChange<Row extends Pick<TickerRow, "symbol" | "ts"> & Partial<Figures>>(
  entry: unknown,
  frameTs: number,
  rowOf: (symbol: string) => Row | undefined,
): Row | undefined {
  if (!Array.isArray(entry)) return undefined;
  const [symbol, ageMs, bits, ...figures] = entry as unknown[];
  const before = typeof symbol === "string" ? rowOf(symbol) : undefined;
  if (!before || !Number.isSafeInteger(ageMs) || !Number.isSafeInteger(bits)) return undefined;
  const named = rankFigures.filter((_name, at) => ((bits as number) & (1 << at)) !== 0);
  if (named.length !== figures.length || !figures.every(isFigure)) return undefined;
  return {
    ...before,
    ts: frameTs - (ageMs as number),
    ...Object.fromEntries(named.map((name, at) => [name, figures[at]])),
  };
}
