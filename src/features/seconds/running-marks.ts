import type { SecondsOrder } from "#protocol/seconds-order.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";
import type { TimeMark } from "../../ui/chart/time-marks.ts";

/** What of a running contract the chart needs; prices as they move are not part of it. */
export type MarkedOrder = Pick<SecondsOrder, "direction" | "time" | "open_price" | "t1">;

export interface RunningMarks {
  lines: readonly PriceLine[];
  moments: readonly TimeMark[];
}

/**
 * Running contracts on the chart: each entry price as a line from the price lock on, and the moment of each
 * delivery. What several contracts share is drawn once.
 */
export function runningMarks(
  orders: readonly MarkedOrder[],
  texts: { entry: (order: MarkedOrder) => string; delivery: () => string },
): RunningMarks {
  const labels = new Map<number, Set<string>>();
  for (const order of orders) {
    const price = Number(order.open_price);
    if (price > 0) labels.set(price, (labels.get(price) ?? new Set()).add(texts.entry(order)));
  }
  return {
    lines: [...labels].map(([price, words]) => ({
      price,
      kind: "entry",
      label: [...words].join(" · "),
    })),
    moments: [...new Set(orders.map(({ t1 }) => t1 / 1000))].map((timeSec) => ({
      timeSec,
      label: texts.delivery(),
    })),
  };
}
