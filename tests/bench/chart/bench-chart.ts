import type { ColumnCandle } from "../../../src/lib/candle-columns.ts";

/** What each of the charts lets the page do with it. */
export interface BenchChart {
  /** Towards the past. */
  pan: (candlesBy: number) => void;
  /** A new state of the last candle. */
  tick: (candle: ColumnCandle) => void;
  zoomOut: () => void;
  destroy: () => void;
}
