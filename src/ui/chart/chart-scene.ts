import type { CandleData } from "../../lib/candle-columns.ts";
import type { ComputedLines } from "../../lib/indicators/computed-lines.ts";
import type { Study } from "../../lib/indicators/studies.ts";
import { type Bars, type TimeFrame, stepPx } from "./series-paint.ts";
import {
  type Area,
  type ChartLayout,
  type ValueScale,
  layOut,
  placer,
  scaleAround,
  ticksOf,
} from "./chart-scale.ts";
import type { ChartSurface } from "./chart-surface.ts";
import type { ChartView } from "./chart-view.ts";

export type ChartType = "candles" | "heikin-ashi" | "line" | "area";

export interface DrawnStudy {
  study: Study;
  computed: ComputedLines;
}

export interface SceneInputs {
  surface: ChartSurface;
  data: CandleData;
  stepSec: number;
  view: ChartView;
  type: ChartType;
  log: boolean;
  volume: boolean;
  studies: readonly DrawnStudy[];
  /** Heikin-Ashi candles, where they are the type. */
  heikinAshi: ComputedLines;
  /** CSS px that the labels of the values take. */
  axisWidth: number;
}

/** A part of the chart with its scale. */
export interface ScenePart {
  area: Area;
  scale: ValueScale;
  y: (value: number) => number;
  ticks: readonly number[];
}

/** What one frame shows, worked out before anything is drawn. */
export interface Scene {
  layout: ChartLayout;
  frame: TimeFrame;
  bars: Bars;
  price: ScenePart;
  volume: (ScenePart & { highest: number }) | null;
  overlays: readonly DrawnStudy[];
  /** How many of their legends stand side by side. */
  legendsPerRow: number;
  /** Height that the legends take at the top of the prices, canvas px. */
  legendHeight: number;
  panes: readonly (ScenePart & DrawnStudy)[];
}

const labelEveryPx = 32;
const mostLabels = 9;
/** A slow average far from the prices may take so much more height than they need, no more: it must not flatten them. */
const overlayReach = 0.35;
/** Room for the legends above the prices. */
const legendPx = 15;
/** Width that the legend of one indicator is likely to need. */
const legendWidthPx = 240;

export function makeScene(inputs: SceneInputs): Scene {
  const { surface, data, view, stepSec, studies } = inputs;
  const { ratio } = surface;
  const overlays = studies.filter(({ study }) => study.place === "price");
  const inPanes = studies.filter(({ study }) => study.place === "pane");
  const layout = layOut(
    surface.width,
    surface.height,
    inputs.axisWidth,
    inputs.volume,
    inPanes.length,
    ratio,
  );
  const [times, opens, highs, lows, closes, vols] = data;
  const frame: TimeFrame = {
    ctx: surface.base,
    ratio,
    right: layout.right,
    min: view.min,
    max: view.max,
    stepSec,
    times,
    from: Math.max(0, firstAfter(times, view.min - stepSec)),
    to: Math.min(times.length, firstAfter(times, view.max)) - 1,
  };
  const [haOpens, haHighs, haLows, haCloses] = inputs.heikinAshi.lines;
  const bars =
    inputs.type === "heikin-ashi" && haOpens && haHighs && haLows && haCloses
      ? { opens: haOpens, highs: haHighs, lows: haLows, closes: haCloses }
      : { opens, highs, lows, closes };
  const lineOnly = inputs.type === "line" || inputs.type === "area";

  const reach = new Reach(frame);
  reach.all(lineOnly ? closes : bars.highs, lineOnly ? closes : bars.lows);
  const [least, most] = [
    reach.low - (reach.high - reach.low) * overlayReach,
    reach.high + (reach.high - reach.low) * overlayReach,
  ];
  for (const { computed } of overlays) for (const line of computed.lines) reach.sampled(line);
  reach.low = Math.max(reach.low, least);
  reach.high = Math.min(reach.high, most);
  const legendsPerRow = Math.max(1, Math.floor(layout.right / ratio / legendWidthPx));
  const legendHeight = Math.ceil(overlays.length / legendsPerRow) * legendPx * ratio;
  const above = Math.min(0.35, (legendHeight + 8 * ratio) / (layout.price.height || 1));
  const price = part(
    layout.price,
    scaleAround(reach.low, reach.high, inputs.log, { above, below: 0.06 }),
    ratio,
  );

  let highest = 0;
  if (layout.volume)
    for (let at = frame.from; at <= frame.to; at++) highest = Math.max(highest, vols[at] ?? 0);
  const volume = layout.volume && {
    ...part(
      inset(layout.volume, legendPx * ratio, 0),
      { min: 0, max: highest || 1, log: false },
      ratio,
    ),
    highest,
  };

  const panes = inPanes.map((drawn, at) => {
    const area = inset(layout.panes[at] ?? { top: 0, height: 0 }, legendPx * ratio, 3 * ratio);
    return { ...drawn, ...part(area, paneScale(frame, drawn), ratio) };
  });
  return { layout, frame, bars, price, volume, overlays, legendsPerRow, legendHeight, panes };
}

/** Index of the first candle that begins at `time` or later. */
function firstAfter(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function part(area: Area, scale: ValueScale, ratio: number): ScenePart {
  return {
    area,
    scale,
    y: placer(area, scale),
    ticks: ticksOf(
      scale,
      Math.max(1, area.height / ratio / Math.max(labelEveryPx, area.height / ratio / mostLabels)),
    ),
  };
}

function inset({ top, height }: Area, above: number, below: number): Area {
  return { top: top + above, height: Math.max(1, height - above - below) };
}

function paneScale(frame: TimeFrame, { study, computed }: DrawnStudy): ValueScale {
  const reach = new Reach(frame);
  for (const line of computed.lines) reach.sampled(line);
  if (study.guides.length > 0) {
    reach.low = Math.min(reach.low, ...study.guides);
    reach.high = Math.max(reach.high, ...study.guides);
  }
  return scaleAround(reach.low, reach.high, false, { above: 0.04, below: 0.04 });
}

/** The lowest and the highest value on screen. */
class Reach {
  low = Infinity;
  high = -Infinity;
  readonly #frame: TimeFrame;

  constructor(frame: TimeFrame) {
    this.#frame = frame;
  }

  all(highs: ArrayLike<number>, lows: ArrayLike<number>): void {
    for (let at = this.#frame.from; at <= this.#frame.to; at++) {
      this.high = Math.max(this.high, highs[at] ?? this.high);
      this.low = Math.min(this.low, lows[at] ?? this.low);
    }
  }

  /** At most one value a pixel, as the lines are drawn. */
  sampled(values: ArrayLike<number>): void {
    const stride = Math.max(1, Math.floor(1 / stepPx(this.#frame)));
    for (
      let at = this.#frame.from - (this.#frame.from % stride);
      at <= this.#frame.to;
      at += stride
    ) {
      const value = values[at] ?? Number.NaN;
      if (value > this.high) this.high = value;
      if (value < this.low) this.low = value;
    }
  }
}
