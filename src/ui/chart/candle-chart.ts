import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { CandleColumns } from "../../lib/columns.ts";
import { paintCandles, volumeShare } from "./candle-paint.ts";
import { readColours, watchColours } from "./chart-colours.ts";
import { attachGestures } from "./chart-gestures.ts";
import { followView, newestView, panView, zoomView, type ChartView, type ViewBounds } from "./chart-view.ts";
import { paintPriceLines, tagHalfPx, type PriceLine } from "./price-lines.ts";

export interface CandleChartOptions {
  formatPrice: (price: number) => string;
  /** Label of a place on the time axis; `spacingSec` is the distance to its neighbours. */
  formatTick: (timeSec: number, spacingSec: number) => string;
  /** The candle under the crosshair, or null. */
  onCrosshair: (index: number | null) => void;
  /** The view nears the oldest candle. */
  onNeedOlder: () => void;
}

const axisFontPx = 11;
const keyStep: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20 };

/**
 * Candles on a canvas: a plain object round uPlot, which keeps scales, axes and the crosshair. React only
 * mounts it. Whatever happens between two frames is drawn once.
 */
export class CandleChart {
  readonly #host: HTMLElement;
  readonly #options: CandleChartOptions;
  readonly #plot: uPlot;
  readonly #stops: (() => void)[] = [];
  #columns: CandleColumns | null = null;
  #stepSec = 60;
  #view: ChartView | null = null;
  #lastTime = 0;
  #lines: readonly PriceLine[] = [];
  #colours;
  #crosshair: number | null = null;
  /** Where the pointer holds the level line, CSS px; undefined: at the candle's close. */
  #crosshairTop: number | undefined;
  #frame = 0;

  constructor(host: HTMLElement, options: CandleChartOptions) {
    this.#host = host;
    this.#options = options;
    this.#colours = readColours(host);
    this.#plot = new uPlot(this.#plotOptions(), [[], [], []], host);
    const resize = new ResizeObserver(() => this.#resize());
    resize.observe(host);
    this.#stops.push(
      () => resize.disconnect(),
      watchColours(() => this.#recolour()),
      attachGestures(this.#plot.over, {
        pan: (dx) => this.#moveView((view, bounds) => panView(view, -dx * this.#secPerPx(), bounds)),
        zoom: (factor, x) => this.#moveView((view, bounds) => zoomView(view, factor, this.#plot.posToVal(x, "x"), bounds)),
        crosshair: (at) => this.#pointAt(at),
        reset: () => this.resetView(),
      }),
    );
  }

  /** Shows other candles from their newest on. `stepSec` is the length of a bucket. */
  show(columns: CandleColumns, stepSec: number): void {
    this.#columns = columns;
    this.#stepSec = stepSec;
    this.#view = null;
    this.#setCrosshair(null);
    this.changed();
  }

  /** The columns have changed: a new last candle, older ones in front. */
  changed(): void {
    const last = this.#columns?.lastTime;
    if (last !== undefined) {
      if (this.#view && this.#lastTime > 0) this.#view = followView(this.#view, this.#lastTime, last);
      this.#lastTime = last;
    }
    this.#schedule();
  }

  setPriceLines(lines: readonly PriceLine[]): void {
    this.#lines = lines;
    this.#schedule();
  }

  /** Back to the newest candles at their first width. */
  resetView(): void {
    this.#view = null;
    this.#setCrosshair(null);
    this.#schedule();
  }

  /** Keys of the focused chart; answers whether the key was its own. */
  key(key: string, far: boolean): boolean {
    const step = keyStep[key];
    if (step !== undefined) this.#stepCrosshair(step * (far ? 10 : 1));
    else if (key === "Home") this.#stepCrosshair(-Infinity);
    else if (key === "End") this.#stepCrosshair(Infinity);
    else if (key === "+" || key === "=") this.#zoomByKey(0.7);
    else if (key === "-") this.#zoomByKey(1 / 0.7);
    else if (key === "0") this.resetView();
    else if (key === "Escape" && this.#crosshair !== null) this.#setCrosshair(null);
    else return false;
    return true;
  }

  /** Takes the crosshair away. */
  leave(): void {
    this.#setCrosshair(null);
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    for (const stop of this.#stops) stop();
    this.#plot.destroy();
  }

  #schedule(): void {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #draw(): void {
    const columns = this.#columns;
    const bounds = this.#bounds();
    const plot = this.#plot;
    if (!columns || !bounds) {
      plot.setData([[], [], []]);
      return;
    }
    this.#view ??= newestView(bounds, plot.over.clientWidth || this.#host.clientWidth);
    const view = this.#view;
    const [times, , highs, lows] = columns.data;
    plot.batch(() => {
      plot.setData([times, highs, lows], false);
      plot.setScale("x", view);
      // The price tags have moved with the last price: the labels beneath them go.
      plot.redraw(false, true);
    });
    if (this.#crosshair !== null) this.#placeCrosshair(this.#crosshair);
    if (view.min < bounds.first + (view.max - view.min) * 0.3) this.#options.onNeedOlder();
  }

  #paint(plot: uPlot): void {
    const columns = this.#columns;
    const { min, max } = plot.scales["x"] ?? {};
    const y = plot.scales["y"];
    if (!columns || columns.length === 0 || min == null || max == null || y?.min == null || y.max == null) return;
    const { left, top, width, height } = plot.bbox;
    const ratio = uPlot.pxRatio;
    const [from, to] = [plot.valToIdx(min), plot.valToIdx(max)];
    const data = columns.data;
    paintCandles(
      {
        ctx: plot.ctx, left, top, width, height, ratio, stepSec: this.#stepSec, x: { min, max }, y: { min: y.min, max: y.max },
        from: Math.max(0, from - 1), to: Math.min(columns.length - 1, to),
      },
      data, this.#colours,
    );
    paintPriceLines(
      {
        ctx: plot.ctx, left, top, width, height, ratio, edge: plot.ctx.canvas.width,
        yOf: (price) => plot.valToPos(price, "y", true), format: this.#options.formatPrice,
      },
      this.#priceLines(), this.#colours,
    );
  }

  /** The levels asked for and, on top, that of the last price. */
  #priceLines(): PriceLine[] {
    const last = this.#columns?.candleAt(this.#columns.length - 1);
    return last ? [...this.#lines, { price: last.close, tone: last.close >= last.open ? "up" : "down" }] : [...this.#lines];
  }

  /** Labels of the price axis; none where a line's tag would cover part of it. */
  #priceLabels(plot: uPlot, prices: readonly number[]): string[] {
    if (!this.#columns?.length) return prices.map(() => "");
    const tags = this.#priceLines().map(({ price }) => plot.valToPos(price, "y"));
    const reach = tagHalfPx + axisFontPx / 2 + 1;
    return prices.map((price) => {
      const at = plot.valToPos(price, "y");
      return price < 0 || tags.some((tag) => Math.abs(tag - at) < reach) ? "" : this.#options.formatPrice(price);
    });
  }

  #moveView(change: (view: ChartView, bounds: ViewBounds) => ChartView): void {
    const bounds = this.#bounds();
    if (!bounds || !this.#view) return;
    this.#view = change(this.#view, bounds);
    this.#schedule();
  }

  #zoomByKey(factor: number): void {
    this.#moveView((view, bounds) => zoomView(view, factor, this.#timeAt(this.#crosshair) ?? view.max, bounds));
  }

  #stepCrosshair(step: number): void {
    const count = this.#columns?.length ?? 0;
    if (count === 0) return;
    const from = this.#crosshair ?? (step > 0 ? count - 2 : count);
    const index = Math.min(count - 1, Math.max(0, step === -Infinity ? 0 : step === Infinity ? count - 1 : from + step));
    const time = this.#timeAt(index);
    if (time === undefined) return;
    this.#moveView((view, bounds) => {
      if (time < view.min) return panView(view, time - view.min - this.#stepSec, bounds);
      return time + this.#stepSec > view.max ? panView(view, time + 2 * this.#stepSec - view.max, bounds) : view;
    });
    this.#setCrosshair(index);
  }

  #pointAt(at: { x: number; y: number } | null): void {
    const count = this.#columns?.length ?? 0;
    if (!at || count === 0) return this.#setCrosshair(null);
    // A candle stands on the middle of its bucket, the scale on the start.
    const index = Math.min(count - 1, Math.max(0, this.#plot.valToIdx(this.#plot.posToVal(at.x, "x") - this.#stepSec / 2)));
    this.#setCrosshair(index, at.y);
  }

  #setCrosshair(index: number | null, top?: number): void {
    this.#crosshairTop = top;
    if (index === null) this.#plot.setCursor({ left: -10, top: -10 }, false);
    else this.#placeCrosshair(index);
    if (index === this.#crosshair) return;
    this.#crosshair = index;
    this.#options.onCrosshair(index);
  }

  #placeCrosshair(index: number): void {
    const candle = this.#columns?.candleAt(index);
    if (!candle) return;
    const left = this.#plot.valToPos(candle.id + this.#stepSec / 2, "x");
    this.#plot.setCursor({ left, top: this.#crosshairTop ?? this.#plot.valToPos(candle.close, "y") }, false);
  }

  #timeAt(index: number | null): number | undefined {
    return index === null ? undefined : this.#columns?.candleAt(index)?.id;
  }

  #bounds(): ViewBounds | undefined {
    const first = this.#columns?.firstTime;
    const last = this.#columns?.lastTime;
    return first === undefined || last === undefined ? undefined : { first, last, stepSec: this.#stepSec };
  }

  #secPerPx(): number {
    return this.#view ? (this.#view.max - this.#view.min) / (this.#plot.over.clientWidth || 1) : 0;
  }

  #recolour(): void {
    this.#colours = readColours(this.#host);
    this.#schedule();
  }

  #resize(): void {
    const { clientWidth: width, clientHeight: height } = this.#host;
    if (width === 0 || height === 0) return;
    const before = this.#plot.over.clientWidth;
    this.#plot.setSize({ width, height });
    const after = this.#plot.over.clientWidth;
    // Candles keep their width; the newest stay where they are.
    if (this.#view && before > 0 && after > 0) {
      const span = (this.#view.max - this.#view.min) * (after / before);
      this.#view = { min: this.#view.max - span, max: this.#view.max };
    }
    this.#schedule();
  }

  #plotOptions(): uPlot.Options {
    const hidden: uPlot.Series = { scale: "y", paths: () => null, points: { show: false } };
    const grid = { stroke: () => this.#colours.hairline, width: 1 };
    const font = `${axisFontPx}px ${this.#colours.font}`;
    const none = () => null;
    return {
      width: this.#host.clientWidth || 320,
      height: this.#host.clientHeight || 240,
      padding: [8, 0, 0, 0],
      legend: { show: false },
      cursor: {
        points: { show: false },
        drag: { x: false, y: false, setScale: false },
        bind: { mousedown: none, mouseup: none, click: none, dblclick: none, mousemove: none, mouseleave: none, mouseenter: none },
      },
      scales: {
        x: { time: true, range: (_plot, min, max) => [min, max] },
        y: { range: (_plot, min, max) => paddedRange(min, max) },
      },
      series: [{}, hidden, hidden],
      axes: [
        {
          stroke: () => this.#colours.text, font, grid: { show: false }, ticks: { show: false }, gap: 4, size: 22, space: 64,
          values: (_plot, splits, _axis, _space, spacingSec) => splits.map((time) => this.#options.formatTick(time, spacingSec)),
        },
        {
          side: 1, scale: "y", stroke: () => this.#colours.text, font, grid, ticks: { show: false }, gap: 6, space: 36,
          size: (_plot, values) => Math.max(44, ...(values ?? []).map((text) => text.length * axisFontPx * 0.58 + 14)),
          values: (plot, splits) => this.#priceLabels(plot, splits),
        },
      ],
      hooks: { draw: [(plot) => this.#paint(plot)] },
    };
  }
}

/** Room above the highest candle, and below the lowest for the turnover. */
function paddedRange(min: number | null, max: number | null): [number, number] {
  if (min === null || max === null) return [0, 1];
  const span = max - min || Math.abs(max) * 0.01 || 1;
  return [min - span * (volumeShare + 0.1), max + span * 0.08];
}
