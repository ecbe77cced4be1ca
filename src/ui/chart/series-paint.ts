import type { IndicatorName } from "../../lib/indicators/indicator-names.ts";
import type { ChartColours } from "./chart-colours.ts";
import type { Area } from "./chart-scale.ts";

type Values = ArrayLike<number>;

/** The candles on screen and their places; canvas px. */
export interface TimeFrame {
  ctx: CanvasRenderingContext2D;
  /** Right edge of the drawing. */
  right: number;
  /** Canvas px in a CSS px. */
  ratio: number;
  /** The stretch of time on screen, Unix s. */
  min: number;
  max: number;
  stepSec: number;
  /** Indices on screen, both included. */
  from: number;
  to: number;
  times: Values;
}

export interface Bars {
  opens: Values;
  highs: Values;
  lows: Values;
  closes: Values;
}

/** The middle of a candle that begins at `time`. */
export function xOf({ right, min, max, stepSec }: TimeFrame, time: number): number {
  return ((time + stepSec / 2 - min) / (max - min)) * right;
}

/** Width of a candle with its gap. */
export function stepPx({ right, min, max, stepSec }: TimeFrame): number {
  return (stepSec / (max - min)) * right;
}

/**
 * Draws candles: falling ones filled, rising ones filled or `hollow`, so that colour is not the only difference.
 * Where a candle is narrower than a pixel, one line per pixel column represents all candles in it.
 */
export function paintCandles(
  frame: TimeFrame,
  y: (price: number) => number,
  bars: Bars,
  colours: ChartColours,
  hollow: boolean,
): void {
  if (frame.to < frame.from || frame.right <= 0) return;
  if (stepPx(frame) < 1) paintColumns(frame, y, bars, colours);
  else paintBodies(frame, y, bars, colours, hollow && hasHollowRoom(frame));
}

/** Narrowest body that shows a hollow, CSS px. */
const leastHollowPx = 3.5;

/** Whether bodies are wide enough to be hollow: the same on every screen, however sharp. */
export function hasHollowRoom(frame: TimeFrame): boolean {
  return (stepPx(frame) / frame.ratio) * bodyShare >= leastHollowPx;
}

/** Turnover as bars from the bottom of `area`; the highest is as tall as the area. */
export function paintVolumes(
  frame: TimeFrame,
  area: Area,
  highest: number,
  vols: Values,
  { opens, closes }: Bars,
  colours: ChartColours,
): void {
  const bottom = area.top + area.height;
  const width = bodyPx(frame);
  const scale = area.height / (highest || 1);
  const paths = { up: new Path2D(), down: new Path2D() };
  eachColumn(frame, (first, last, column) => {
    let vol = 0;
    for (let at = first; at <= last; at++) vol = Math.max(vol, vols[at] ?? 0);
    const height = Math.round(vol * scale);
    if (height > 0)
      paths[(closes[last] ?? 0) >= (opens[first] ?? 0) ? "up" : "down"].rect(
        column - (width >> 1),
        bottom - height,
        width,
        height,
      );
  });
  frame.ctx.globalAlpha = 0.5;
  for (const name of ["up", "down"] as const) {
    frame.ctx.fillStyle = colours[name];
    frame.ctx.fill(paths[name]);
  }
  frame.ctx.globalAlpha = 1;
}

/** Calls for each candle on screen, or for each pixel column with the candles in it. */
function eachColumn(
  frame: TimeFrame,
  visit: (first: number, last: number, x: number) => void,
): void {
  const { from, to, times } = frame;
  if (stepPx(frame) >= 1) {
    for (let at = from; at <= to; at++) visit(at, at, Math.round(xOf(frame, times[at] ?? 0)));
    return;
  }
  const secPerPx = (frame.max - frame.min) / frame.right;
  let at = from;
  while (at <= to) {
    const column = Math.floor(xOf(frame, times[at] ?? 0));
    const end = frame.min + (column + 1) * secPerPx - frame.stepSec / 2;
    const first = at;
    while (at <= to && (times[at] ?? Infinity) < end) at++;
    if (at === first) at++;
    visit(first, at - 1, column);
  }
}

/** What a body takes of its candle's width. */
const bodyShare = 0.72;

function bodyPx(frame: TimeFrame): number {
  return Math.max(1, Math.floor(stepPx(frame) * bodyShare));
}

function paintBodies(
  frame: TimeFrame,
  y: (price: number) => number,
  { opens, highs, lows, closes }: Bars,
  colours: ChartColours,
  hollow: boolean,
): void {
  const { ctx, ratio } = frame;
  const line = Math.max(1, Math.round(ratio));
  const body = Math.max(line, bodyPx(frame));
  for (const rising of [true, false]) {
    const bodies = new Path2D();
    const outlines = new Path2D();
    for (let at = frame.from; at <= frame.to; at++) {
      const open = opens[at] ?? 0;
      const close = closes[at] ?? 0;
      if (close >= open !== rising) continue;
      const centre = Math.round(xOf(frame, frame.times[at] ?? 0));
      const edge = centre - (body >> 1);
      const high = Math.round(y(highs[at] ?? 0));
      const low = Math.round(y(lows[at] ?? 0));
      const upper = Math.round(y(Math.max(open, close)));
      const lower = Math.max(upper + line, Math.round(y(Math.min(open, close))));
      const wick = centre - (line >> 1);
      bodies.rect(wick, high, line, Math.max(0, upper - high));
      bodies.rect(wick, lower, line, Math.max(0, low - lower));
      if (rising && hollow && lower - upper > 2 * line)
        outlines.rect(edge + line / 2, upper + line / 2, body - line, lower - upper - line);
      else bodies.rect(edge, upper, body, lower - upper);
    }
    ctx.fillStyle = ctx.strokeStyle = rising ? colours.up : colours.down;
    ctx.lineWidth = line;
    ctx.fill(bodies);
    ctx.stroke(outlines);
  }
}

function paintColumns(
  frame: TimeFrame,
  y: (price: number) => number,
  { opens, highs, lows, closes }: Bars,
  colours: ChartColours,
): void {
  const paths = { up: new Path2D(), down: new Path2D() };
  eachColumn(frame, (first, last, column) => {
    let high = -Infinity;
    let low = Infinity;
    for (let at = first; at <= last; at++) {
      high = Math.max(high, highs[at] ?? high);
      low = Math.min(low, lows[at] ?? low);
    }
    const upper = Math.round(y(high));
    paths[(closes[last] ?? 0) >= (opens[first] ?? 0) ? "up" : "down"].rect(
      column,
      upper,
      1,
      Math.max(1, Math.round(y(low)) - upper),
    );
  });
  for (const name of ["up", "down"] as const) {
    frame.ctx.fillStyle = colours[name];
    frame.ctx.fill(paths[name]);
  }
}

/** A line through the values, at most one a pixel, with a gap where a value is missing. */
function linePath(frame: TimeFrame, y: (value: number) => number, values: Values): Path2D {
  const path = new Path2D();
  const stride = Math.max(1, Math.floor(1 / stepPx(frame)));
  let drawing = false;
  // Strides are counted from the first candle of all, so that panning does not choose others.
  for (let at = frame.from - (frame.from % stride); at <= frame.to; at += stride) {
    const value = values[at] ?? Number.NaN;
    if (Number.isNaN(value)) {
      drawing = false;
      continue;
    }
    const [px, py] = [xOf(frame, frame.times[at] ?? 0), y(value)];
    if (drawing) path.lineTo(px, py);
    else path.moveTo(px, py);
    drawing = true;
  }
  const last = values[frame.to] ?? Number.NaN;
  if (drawing && stride > 1 && !Number.isNaN(last))
    path.lineTo(xOf(frame, frame.times[frame.to] ?? 0), y(last));
  return path;
}

interface LineLook {
  colour: string;
  dash?: readonly number[];
  widthPx?: number;
}

export function paintLine(
  frame: TimeFrame,
  y: (value: number) => number,
  values: Values,
  { colour, dash = [], widthPx = 1.25 }: LineLook,
): void {
  const { ctx, ratio } = frame;
  ctx.strokeStyle = colour;
  ctx.lineWidth = widthPx * ratio;
  ctx.lineJoin = "round";
  ctx.setLineDash(dash.map((length) => length * ratio));
  ctx.stroke(linePath(frame, y, values));
  ctx.setLineDash([]);
}

/** The look that distinguishes the lines of an indicator from those of others. */
export function lookOf(name: IndicatorName, line: number, colours: ChartColours): LineLook {
  if (name === "BOLL") return { colour: colours.text, dash: line === 1 ? [5, 3] : [] };
  const colour = colours.lines[line] ?? colours.ink;
  return name === "EMA" ? { colour, dash: [6, 2] } : { colour };
}

/** The closes as a line, with the area below it tinted where `filled`. */
export function paintCourse(
  frame: TimeFrame,
  area: Area,
  y: (value: number) => number,
  closes: Values,
  filled: boolean,
  colours: ChartColours,
): void {
  const { ctx } = frame;
  if (frame.to < frame.from) return;
  if (filled) {
    const path = linePath(frame, y, closes);
    const bottom = area.top + area.height;
    path.lineTo(xOf(frame, frame.times[frame.to] ?? 0), bottom);
    path.lineTo(xOf(frame, frame.times[frame.from] ?? 0), bottom);
    const tint = ctx.createLinearGradient(0, area.top, 0, bottom);
    tint.addColorStop(0, colours.accent);
    tint.addColorStop(1, colours.ground);
    ctx.globalAlpha = 0.28;
    ctx.fillStyle = tint;
    ctx.fill(path);
    ctx.globalAlpha = 1;
  }
  paintLine(frame, y, closes, { colour: colours.accent, widthPx: 1.75 });
}

/** Bars from zero: rising ones hollow, falling ones filled, above zero in the colour of up. */
export function paintBars(
  frame: TimeFrame,
  y: (value: number) => number,
  values: Values,
  colours: ChartColours,
): void {
  const { ctx, ratio } = frame;
  const zero = Math.round(y(0));
  const line = Math.max(1, Math.round(ratio));
  const width = Math.max(1, Math.floor(stepPx(frame) * 0.6));
  const fills = { up: new Path2D(), down: new Path2D() };
  const outlines = { up: new Path2D(), down: new Path2D() };
  eachColumn(frame, (_first, last, x) => {
    const value = values[last] ?? Number.NaN;
    if (Number.isNaN(value)) return;
    const name = value >= 0 ? "up" : "down";
    const place = Math.round(y(value));
    const [top, height] = [Math.min(zero, place), Math.max(line, Math.abs(place - zero))];
    const rising = value >= (values[last - 1] ?? value);
    if (rising && width >= 3 * line && height > 2 * line)
      outlines[name].rect(x - (width >> 1) + line / 2, top + line / 2, width - line, height - line);
    else fills[name].rect(x - (width >> 1), top, width, height);
  });
  ctx.lineWidth = line;
  for (const name of ["up", "down"] as const) {
    ctx.fillStyle = ctx.strokeStyle = colours[name];
    ctx.fill(fills[name]);
    ctx.stroke(outlines[name]);
  }
}
