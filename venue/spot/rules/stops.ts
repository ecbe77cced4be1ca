/** When a stop order's price is reached: by a trade of the market after the order was accepted (rules.md, 3). */

import type { Traded } from "../../matching/reach.ts";

export interface Stop {
  operator: string | null;
  stopPrice: bigint;
  /** Unix ms. */
  acceptedAt: number;
}

/**
 * The time of the first trade that reaches the stop, null where none does. A trade of the moment it was
 * accepted, or before, was there when its owner looked.
 * @param trades the oldest first
 */
export function triggerTime(
  { operator, stopPrice, acceptedAt }: Stop,
  trades: readonly Traded[],
): number | null {
  const found = trades.find(
    ({ price, ts }) =>
      ts > acceptedAt && (operator === "gte" ? price >= stopPrice : price <= stopPrice),
  );
  return found?.ts ?? null;
}
