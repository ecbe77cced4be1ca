/** Runs in the browser: makes one of the charts and moves it, a step a frame. `chart.ts` beside the folder drives it. */
import type { ColumnCandle } from "../../../src/lib/candle-columns.ts";
import { bareChart } from "./bare-chart.ts";
import type { BenchChart } from "./bench-chart.ts";
import { candlesOf, linesOf } from "./bench-data.ts";
import { ownChart } from "./own-chart.ts";
import { peerChart } from "./peer-chart.ts";

export type ChartName = "bare canvas" | "this chart" | "lightweight-charts";

let candles: ColumnCandle[] = [];
let prepared: ReturnType<typeof linesOf> | undefined;
let chart: BenchChart | undefined;

const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));

export const bench = {
  prepare(name: ChartName, count: number): void {
    candles = candlesOf(count);
    prepared = name === "lightweight-charts" ? linesOf(candles) : undefined;
  },
  async draw(name: ChartName): Promise<void> {
    const host = document.getElementById("host");
    if (!host) throw new Error("no host");
    chart =
      name === "bare canvas"
        ? bareChart(host, candles)
        : name === "this chart"
          ? ownChart(host, candles)
          : peerChart(host, candles, prepared ?? linesOf(candles));
    await frame();
    await frame();
  },
  async pan(frames: number): Promise<void> {
    for (let step = 0; step < frames; step++) {
      chart?.pan(2);
      await frame();
    }
  },
  async tick(frames: number): Promise<void> {
    const last = candles.at(-1);
    for (let step = 0; last && step < frames; step++) {
      const close = last.close * (1 + step * 1e-5);
      chart?.tick({ ...last, close, high: Math.max(last.high, close) });
      await frame();
    }
  },
  async idle(frames: number): Promise<void> {
    for (let step = 0; step < frames; step++) await frame();
  },
  async zoomOut(): Promise<void> {
    chart?.zoomOut();
    await frame();
    await frame();
  },
  destroy(): void {
    chart?.destroy();
    chart = undefined;
  },
};

Object.assign(globalThis, { bench });
