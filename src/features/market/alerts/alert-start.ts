import type { PriceAlert } from "#protocol/api/price-alerts.ts";

/** What the sheet of the price alerts begins with. */
export interface AlertStart {
  symbol: string;
  market: PriceAlert["market"];
  /** Where a new alert begins, a plain decimal: then as a crossing. */
  price?: string | undefined;
}
