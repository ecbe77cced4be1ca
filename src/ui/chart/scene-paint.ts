import type { CandleData } from "../../lib/candle-columns.ts";
import {
  lookOf,
  paintBars,
  paintCandles,
  paintCourse,
  paintLine,
  paintVolumes,
} from "./series-paint.ts";
import {
  type DrawnTag,
  type PriceLine,
  type TagFrame,
  type TimeMark,
  isWithin,
  paintLevel,
  paintPriceLines,
  paintTimeMarks,
  placeLineTags,
  textWidth,
} from "./tagged-lines.ts";
import { lastTagPlace, tagHalfPx } from "./tag-layout.ts";
import type { ChartColours } from "./chart-colours.ts";
import { type FillMark, paintFillMarks } from "./fill-marks.ts";
import type { ChartType, Scene, ScenePart } from "./chart-scene.ts";
import { type Area, timeTicks } from "./chart-scale.ts";

/** What a figure is of: it decides its digits. */
export type FigureKind = "price" | "plain" | "volume";

export interface PaintOptions {
  colours: ChartColours;
  type: ChartType;
  /** Rising candles as outlines. */
  hollow: boolean;
  lines: readonly PriceLine[];
  fills: readonly FillMark[];
  marks?: readonly TimeMark[] | undefined;
  /** Draws over candles and indicators, below lines and tags. */
  layer?: (() => void) | undefined;
  /** The newest candle's open and close. Its tag keeps its place; labels and other tags give way. */
  last: { open: number; close: number } | undefined;
  format: (value: number, kind: FigureKind) => string;
  formatTick: (timeSec: number, spacingSec: number) => string;
}

const axisFontPx = 11;
const timeLabelPx = 68;

/** Draws the picture below the crosshair. Answers the tags of the lines as they were drawn. */
export function paintScene(scene: Scene, data: CandleData, options: PaintOptions): DrawnTag[] {
  const { ctx, ratio } = scene.frame;
  const { colours, type } = options;
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.font = `${axisFontPx * ratio}px ${colours.font}`;
  paintTimes(scene, options);
  const { area, y } = scene.price;
  const last =
    options.last === undefined
      ? null
      : lastTagPlace(area, Math.round(y(options.last.close)), ratio);
  const places = placeLineTags(
    options.lines.map(({ price }) => y(price)),
    { view: belowLegends(scene), axis: beside(scene), last },
    ratio,
  );
  const tagged = places.prices.map(({ middle }) => middle);
  // The tag of the last price is two lines tall.
  if (last) tagged.push(last.middle, last.bottom - tagHalfPx * ratio);
  paintValues(scene, scene.price, "price", options, tagged);

  clipped(scene, scene.layout.price, () => {
    if (type === "line" || type === "area")
      paintCourse(
        scene.frame,
        scene.layout.price,
        scene.price.y,
        data[4],
        type === "area",
        colours,
      );
    else paintCandles(scene.frame, scene.price.y, scene.bars, colours, options.hollow);
  });
  clipped(scene, scene.layout.price, () =>
    paintFillMarks(scene.frame, y, scene.bars, options.fills, colours),
  );
  // A line that leaves the scale must not run through the legends.
  clipped(scene, belowLegends(scene), () => {
    for (const { study, computed } of scene.overlays) {
      study.lines.forEach((_, at) =>
        paintLine(
          scene.frame,
          scene.price.y,
          computed.lines[at] ?? [],
          lookOf(study.name, at, colours),
        ),
      );
    }
  });

  if (options.layer) clipped(scene, scene.layout.price, options.layer);

  if (scene.volume && scene.layout.volume) {
    const { volume } = scene;
    divide(scene, scene.layout.volume, colours);
    clipped(scene, scene.layout.volume, () =>
      paintVolumes(
        scene.frame,
        volume.area,
        volume.highest,
        data[5],
        { opens: data[1], highs: data[2], lows: data[3], closes: data[4] },
        colours,
      ),
    );
  }
  scene.panes.forEach((pane, index) => {
    const whole = scene.layout.panes[index] ?? pane.area;
    divide(scene, whole, colours);
    paintGuides(scene, pane, options);
    clipped(scene, whole, () => {
      pane.study.lines.forEach(({ shape }, at) => {
        if (shape === "bars")
          paintBars(scene.frame, pane.y, pane.computed.lines[at] ?? [], colours);
      });
      pane.study.lines.forEach(({ shape }, at) => {
        if (shape === "line")
          paintLine(
            scene.frame,
            pane.y,
            pane.computed.lines[at] ?? [],
            lookOf(pane.study.name, at, colours),
          );
      });
    });
  });
  if (options.marks)
    paintTimeMarks(
      tagFrame(scene, colours),
      scene.frame,
      scene.layout.price.top + scene.layout.price.height,
      options.marks,
    );
  if (options.last) {
    const level = Math.round(y(options.last.close));
    const colour = options.last.close >= options.last.open ? colours.up : colours.down;
    if (isWithin(area, level)) paintLevel(tagFrame(scene, colours), level, colour, [1.5, 2.5]);
  }
  return paintPriceLines(
    tagFrame(scene, colours),
    scene.layout.price,
    scene.price.y,
    options.lines,
    places,
    (price) => options.format(price, "price"),
  );
}

/** The prices without the row of their legends. */
function belowLegends({ layout, legendHeight }: Scene): Area {
  const { top, height } = layout.price;
  return { top: top + legendHeight, height: Math.max(0, height - legendHeight) };
}

/** The axis beside prices, volume and times, as far as nothing else has labels there. */
function beside({ layout, frame }: Scene): Area {
  const { top } = layout.price;
  const bottom = layout.panes[0]?.top ?? frame.ctx.canvas.height;
  return { top, height: Math.max(0, bottom - top) };
}

export function tagFrame(
  { frame, layout }: Scene,
  colours: ChartColours,
  ctx = frame.ctx,
): TagFrame {
  ctx.font = `600 ${axisFontPx * frame.ratio}px ${colours.font}`;
  return { ctx, colours, ratio: frame.ratio, right: layout.right, edge: ctx.canvas.width };
}

/** CSS px that the labels of the prices need. */
export function axisWidthOf(
  { price, volume, frame }: Scene,
  format: PaintOptions["format"],
  colours: ChartColours,
): number {
  frame.ctx.font = `600 ${axisFontPx * frame.ratio}px ${colours.font}`;
  const texts = [...price.ticks.slice(-1), ...price.ticks.slice(0, 1)].map((tick) =>
    format(tick, "price"),
  );
  if (volume) texts.push(format(volume.highest, "volume"));
  return Math.ceil(
    Math.max(36, ...texts.map((text) => textWidth(frame.ctx, text) / frame.ratio)) + 14,
  );
}

function paintTimes({ frame, layout }: Scene, { colours, formatTick }: PaintOptions): void {
  const { ctx, ratio, min, max, right, stepSec } = frame;
  const { times, spacingSec } = timeTicks(
    min,
    max,
    Math.max(stepSec, ((max - min) / (right || 1)) * timeLabelPx * ratio),
  );
  ctx.textBaseline = "middle";
  ctx.textAlign = "center";
  ctx.fillStyle = colours.text;
  const middle = layout.axisTop + 10 * ratio;
  for (const time of times) {
    // A label belongs to the candle that begins then.
    const x = ((time + stepSec / 2 - min) / (max - min)) * right;
    const text = formatTick(time, spacingSec);
    const half = textWidth(ctx, text) / 2;
    if (x - half >= 0 && x + half <= right) ctx.fillText(text, x, middle);
  }
  ctx.fillStyle = colours.hairline;
  ctx.fillRect(0, layout.axisTop, ctx.canvas.width, Math.max(1, Math.round(ratio / 2)));
}

/** Grid and labels; no label where a tag would cover part of it. */
function paintValues(
  { frame, layout }: Scene,
  { area, ticks, y }: ScenePart,
  kind: FigureKind,
  { colours, format }: PaintOptions,
  tags: readonly number[],
): void {
  const { ctx, ratio } = frame;
  const reach = (tagHalfPx + axisFontPx / 2 + 1) * ratio;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const tick of ticks) {
    const place = Math.round(y(tick));
    ctx.fillStyle = colours.hairline;
    ctx.fillRect(0, place, layout.right, Math.max(1, Math.round(ratio / 2)));
    const fits = place > area.top + 6 * ratio && place < area.top + area.height - 6 * ratio;
    if (!fits || tags.some((tag) => Math.abs(tag - place) < reach)) continue;
    ctx.fillStyle = colours.text;
    ctx.fillText(format(tick, kind), layout.right + 6 * ratio, place);
  }
}

function paintGuides(
  { frame, layout }: Scene,
  { area, scale, y, ticks, study }: Scene["panes"][number],
  { colours, format }: PaintOptions,
): void {
  const { ctx, ratio } = frame;
  const levels =
    study.guides.length > 1
      ? study.guides
      : [...study.guides, ...ticks.filter((tick) => tick !== 0)];
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  ctx.font = `${axisFontPx * ratio}px ${colours.font}`;
  let free = Infinity;
  for (const level of levels.toSorted((a, b) => a - b)) {
    const place = Math.round(y(level));
    if (!isWithin(area, place) || level < scale.min || level > scale.max) continue;
    ctx.fillStyle = colours.hairline;
    ctx.fillRect(0, place, layout.right, Math.max(1, Math.round(ratio / 2)));
    if (free - place < 13 * ratio) continue;
    free = place;
    ctx.fillStyle = colours.text;
    ctx.fillText(
      format(level, study.guides.length > 1 ? "volume" : "price"),
      layout.right + 6 * ratio,
      place,
    );
  }
}

function divide({ frame }: Scene, { top }: Area, colours: ChartColours): void {
  frame.ctx.fillStyle = colours.hairline;
  frame.ctx.fillRect(0, top, frame.ctx.canvas.width, Math.max(1, Math.round(frame.ratio)));
}

/** What `paint` draws is cut at the edges of an area. */
export function clipped(
  { frame }: Scene,
  { top, height }: Area,
  paint: () => void,
  ctx = frame.ctx,
): void {
  const { right } = frame;
  ctx.save();
  ctx.beginPath();
  ctx.rect(0, top, right, height);
  ctx.clip();
  paint();
  ctx.restore();
}
