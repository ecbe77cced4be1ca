import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  LineSeries,
  type ISeriesApi,
  type UTCTimestamp,
} from "lightweight-charts";
import type { ColumnCandle } from "../../../src/lib/candle-columns.ts";
import { linesOf } from "./bench-data.ts";
import type { BenchChart } from "./bench-chart.ts";

/** TradingView's lightweight-charts with the same picture, its indicators computed beforehand. */
export function peerChart(
  host: HTMLElement,
  candles: readonly ColumnCandle[],
  prepared: ReturnType<typeof linesOf>,
): BenchChart {
  const { columns, studies } = prepared;
  const chart = createChart(host, {
    autoSize: false,
    width: host.clientWidth,
    height: host.clientHeight,
    timeScale: { minBarSpacing: 0.0001, barSpacing: 7, timeVisible: true },
  });
  const time = (candle: ColumnCandle) => candle.id as UTCTimestamp;
  const main = chart.addSeries(CandlestickSeries);
  main.setData(
    candles.map((candle) => ({
      time: time(candle),
      open: candle.open,
      high: candle.high,
      low: candle.low,
      close: candle.close,
    })),
  );
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "volume",
    priceFormat: { type: "volume" },
  });
  volume.setData(candles.map((candle) => ({ time: time(candle), value: candle.vol })));
  chart.priceScale("volume").applyOptions({ scaleMargins: { top: 0.85, bottom: 0 } });
  const lines: {
    series: ISeriesApi<"Line"> | ISeriesApi<"Histogram">;
    values: () => Float32Array;
  }[] = [];
  studies.forEach((study, index) =>
    study.lines.forEach((_, line) => {
      const pane = index === 2 ? 1 : 0;
      const series =
        index === 2 && line === 2
          ? chart.addSeries(HistogramSeries, {}, pane)
          : chart.addSeries(
              LineSeries,
              { lineWidth: 1, lastValueVisible: false, priceLineVisible: false },
              pane,
            );
      const values = () => study.lines[line] ?? new Float32Array();
      series.setData(
        candles.flatMap((candle, at) =>
          Number.isNaN(values()[at] ?? Number.NaN)
            ? []
            : [{ time: time(candle), value: values()[at] ?? 0 }],
        ),
      );
      lines.push({ series, values });
    }),
  );
  let position = 5;
  return {
    pan: (candlesBy) => chart.timeScale().scrollToPosition((position -= candlesBy), false),
    tick: (candle) => {
      const { from } = columns.merge([candle]);
      for (const study of studies) study.update(columns.data, from);
      main.update({
        time: time(candle),
        open: candle.open,
        high: candle.high,
        low: candle.low,
        close: candle.close,
      });
      volume.update({ time: time(candle), value: candle.vol });
      for (const { series, values } of lines)
        series.update({ time: time(candle), value: values()[columns.length - 1] ?? 0 });
    },
    zoomOut: () => chart.timeScale().fitContent(),
    destroy: () => chart.remove(),
  };
}
