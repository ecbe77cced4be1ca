import type { SecondsOrder } from "#protocol/seconds-order.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";
import type { TimeMark } from "../../ui/chart/time-marks.ts";

/** What of a running contract the chart needs; prices as they move are not part of it. */
export type MarkedOrder = Pick<SecondsOrder, "direction" | "time" | "open_price" | "t1">;

export interface RunningMarks {
  lines: readonly PriceLine[];
  moments: readonly TimeMark[];
}

/** Running contracts on the chart: each entry price as a line from the price lock on, and the moment of each delivery. */
export function runningMarks(orders: readonly MarkedOrder[], texts: { entry: (order: MarkedOrder) => string; delivery: (order: MarkedOrder) => string }): RunningMarks {
  return {
    lines: orders.flatMap((order): PriceLine[] => (Number(order.open_price) > 0 ? [{ price: Number(order.open_price), kind: "entry", label: texts.entry(order) }] : [])),
    moments: orders.map((order) => ({ timeSec: order.t1 / 1000, label: texts.delivery(order) })),
  };
}
