import type { ReactNode } from "react";

/** Columns that a list of markets has beside its own where there is room for them. */
export interface MoreColumns {
  /** Their heads, as cells of the row of heads. */
  heads: ReactNode;
  /** Their cells in the row of a market. */
  cells: (symbol: string) => ReactNode;
  /** The markets in the order of one of these columns, where that was chosen. */
  arrange: (symbols: readonly string[]) => readonly string[];
  /** One of these columns has the order of the list. */
  isSorting: boolean;
  /** A column of the list's own was chosen. */
  onUsualSort: () => void;
}
