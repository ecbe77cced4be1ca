import type { ChartColours } from "./chart-colours.ts";
import type { Area } from "./value-scale.ts";

type Values = ArrayLike<number>;

/** Which candles are on screen, and where; canvas px. */
export interface TimeFrame {
  ctx: CanvasRenderingContext2D;
  /** Right edge of the drawing. */
  right: number;
  /** Canvas px of a CSS px. */
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
 * Draws candles: up hollow, down filled, so that colour is not alone. Where a candle is narrower than a
 * pixel, one line per pixel column stands for all candles in it.
 */
export function paintCandles(
  frame: TimeFrame,
  y: (price: number) => number,
  bars: Bars,
  colours: ChartColours,
): void {
  if (frame.to < frame.from || frame.right <= 0) return;
  if (stepPx(frame) < 1) paintColumns(frame, y, bars, colours);
  else paintBodies(frame, y, bars, colours);
}

/** Turnover as bars that stand on the bottom of `area`, the highest as tall as it. */
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
export function eachColumn(
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

function bodyPx(frame: TimeFrame): number {
  return Math.max(1, Math.floor(stepPx(frame) * 0.72));
}

function paintBodies(
  frame: TimeFrame,
  y: (price: number) => number,
  { opens, highs, lows, closes }: Bars,
  colours: ChartColours,
): void {
  const { ctx, ratio } = frame;
  const line = Math.max(1, Math.round(ratio));
  const body = Math.max(line, bodyPx(frame));
  const hollow = body >= 4 * line;
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
