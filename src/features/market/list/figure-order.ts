import type { ContractFiguresRow } from "#protocol/api/market.ts";

export interface FigureSort {
  key: "funding" | "interest";
  descending: boolean;
}

/** The sort after a tap on a column: descending, ascending, then null for the order of the list's own columns. */
export function nextFigureSort(now: FigureSort | null, key: FigureSort["key"]): FigureSort | null {
  if (now?.key !== key) return { key, descending: true };
  return now.descending ? { key, descending: false } : null;
}

/** Markets in the order of a figure; those without one come last, equal ones stay as they were. */
export function arrangeByFigure(
  symbols: readonly string[],
  figures: ReadonlyMap<string, ContractFiguresRow>,
  { key, descending }: FigureSort,
): readonly string[] {
  const sign = descending ? -1 : 1;
  const valueOf = (symbol: string) => {
    const row = figures.get(symbol);
    const text = key === "funding" ? row?.funding_rate : row?.open_interest_value;
    return text ? Number(text) : undefined;
  };
  return symbols.toSorted((a, b) => {
    const [first, second] = [valueOf(a), valueOf(b)];
    if (first === undefined || second === undefined)
      return Number(first === undefined) - Number(second === undefined);
    return sign * (first - second);
  });
}
