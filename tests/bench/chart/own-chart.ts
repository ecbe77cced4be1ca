import { CandleColumns, type ColumnCandle } from "../../../src/lib/candle-columns.ts";
import { indicatorRules } from "../../../src/lib/indicators/indicator-names.ts";
import { CandleChart } from "../../../src/ui/chart/candle-chart.ts";
import { stepSec, studyNames } from "./bench-data.ts";
import type { BenchChart } from "./bench-chart.ts";

const prices = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const clock = new Intl.DateTimeFormat("en-US", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

export function ownChart(host: HTMLElement, candles: readonly ColumnCandle[]): BenchChart {
  const columns = new CandleColumns();
  columns.merge(candles);
  const chart = new CandleChart(host, {
    format: (value) => prices.format(value),
    formatTick: (time) => clock.format(time * 1000),
    formatTime: (time) => clock.format(time * 1000),
    countdown: () => "00:42",
    volumeLabel: () => "Volume",
    onCrosshair: () => {},
    onNeedOlder: () => {},
    onEdge: () => {},
    wheelZooms: () => false,
  });
  chart.setStyle({
    type: "candles",
    hollow: true,
    log: false,
    volume: true,
    studies: studyNames.map((name) => ({ name, parameters: indicatorRules[name].usual })),
  });
  chart.show(columns, stepSec);
  const wheel = (init: WheelEventInit) =>
    host.dispatchEvent(
      new WheelEvent("wheel", { clientX: 100, clientY: 50, cancelable: true, ...init }),
    );
  return {
    pan: (candlesBy) => wheel({ deltaX: -7 * candlesBy }),
    tick: (candle) => chart.changed(columns.merge([candle])),
    zoomOut: () => {
      for (let step = 0; step < 60; step++) wheel({ deltaY: 49, ctrlKey: true });
    },
    destroy: () => chart.destroy(),
  };
}
