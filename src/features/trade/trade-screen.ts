/** What a screen of orders tells in passing, as a toast. */
export type OrderNotice = { type: "success" | "warning" | "info" | "error"; description: string };

/** What the address and the shell give to a screen of trading. */
export interface TradingScreenProps<Tab extends string> {
  /** The market the address names. */
  wanted: string | undefined;
  onSymbol: (symbol: string) => void;
  /** Of the person's own below the ticket; undefined until they have chosen one. */
  tab: Tab | undefined;
  onTab: (tab: Tab) => void;
  notify: (notice: OrderNotice) => void;
}

/** The same where the market is one that the venue offers. */
export type OfferedProps<Tab extends string> = Omit<TradingScreenProps<Tab>, "wanted"> & {
  symbol: string;
};
