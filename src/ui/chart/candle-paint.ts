import type { CandleData } from "../../lib/columns.ts";
import type { ChartColours } from "./chart-colours.ts";

/** Where things stand on the canvas, in canvas px. */
export interface PaintFrame {
  ctx: CanvasRenderingContext2D;
  left: number;
  top: number;
  width: number;
  height: number;
  x: { min: number; max: number };
  y: { min: number; max: number };
  /** Canvas px of a CSS px. */
  ratio: number;
  /** Indices on screen, both included. */
  from: number;
  to: number;
  stepSec: number;
}

/** Share of the height that the turnover takes at the bottom. */
export const volumeShare = 0.17;

/**
 * Draws candles and turnover: up hollow, down filled, so that colour is not alone. Where a candle is
 * narrower than a pixel, one line per pixel column stands for all candles in it.
 */
export function paintCandles(frame: PaintFrame, data: CandleData, colours: ChartColours): void {
  const { ctx, left, top, width, height } = frame;
  if (frame.to < frame.from || width <= 0) return;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left, top, width, height);
  ctx.clip();
  const stepPx = (frame.stepSec / (frame.x.max - frame.x.min)) * width;
  if (stepPx < 1) paintColumns(frame, data, colours);
  else paintBodies(frame, data, colours, stepPx);
  ctx.restore();
}

function paintBodies(frame: PaintFrame, data: CandleData, colours: ChartColours, stepPx: number): void {
  const { ctx, ratio } = frame;
  const [times, opens, highs, lows, closes, vols] = data;
  const line = Math.max(1, Math.round(ratio));
  const body = Math.max(line, Math.floor(stepPx * 0.72));
  const hollow = body >= 4 * line;
  const { volumeTop, volumeHeight, highestVolume } = volumeFrame(frame, vols);
  const y = verticalOf(frame);

  for (const rising of [true, false]) {
    const bars = new Path2D();
    const bodies = new Path2D();
    const outlines = new Path2D();
    for (let at = frame.from; at <= frame.to; at++) {
      const open = opens[at] ?? 0;
      const close = closes[at] ?? 0;
      if (close >= open !== rising) continue;
      const centre = Math.round(xOf(frame, (times[at] ?? 0) + frame.stepSec / 2));
      const edge = centre - (body >> 1);
      const high = Math.round(y(highs[at] ?? 0));
      const low = Math.round(y(lows[at] ?? 0));
      const upper = Math.round(y(Math.max(open, close)));
      const lower = Math.max(upper + line, Math.round(y(Math.min(open, close))));
      const wick = centre - (line >> 1);
      bodies.rect(wick, high, line, Math.max(0, upper - high));
      bodies.rect(wick, lower, line, Math.max(0, low - lower));
      if (rising && hollow && lower - upper > 2 * line) outlines.rect(edge + line / 2, upper + line / 2, body - line, lower - upper - line);
      else bodies.rect(edge, upper, body, lower - upper);
      const barPx = Math.round(((vols[at] ?? 0) / highestVolume) * volumeHeight);
      bars.rect(edge, volumeTop + volumeHeight - barPx, body, barPx);
    }
    ctx.fillStyle = rising ? colours.upSoft : colours.downSoft;
    ctx.fill(bars);
    ctx.fillStyle = ctx.strokeStyle = rising ? colours.up : colours.down;
    ctx.lineWidth = line;
    ctx.fill(bodies);
    ctx.stroke(outlines);
  }
}

function paintColumns(frame: PaintFrame, data: CandleData, colours: ChartColours): void {
  const { ctx } = frame;
  const [times, opens, highs, lows, closes, vols] = data;
  const { volumeTop, volumeHeight, highestVolume } = volumeFrame(frame, vols);
  const y = verticalOf(frame);
  const paths = { up: new Path2D(), down: new Path2D(), upSoft: new Path2D(), downSoft: new Path2D() };

  let at = frame.from;
  while (at <= frame.to) {
    const column = Math.floor(xOf(frame, times[at] ?? 0));
    const open = opens[at] ?? 0;
    let high = -Infinity;
    let low = Infinity;
    let close = open;
    let vol = 0;
    for (; at <= frame.to && Math.floor(xOf(frame, times[at] ?? 0)) === column; at++) {
      high = Math.max(high, highs[at] ?? high);
      low = Math.min(low, lows[at] ?? low);
      close = closes[at] ?? close;
      vol = Math.max(vol, vols[at] ?? 0);
    }
    const rising = close >= open;
    const upper = Math.round(y(high));
    (rising ? paths.up : paths.down).rect(column, upper, 1, Math.max(1, Math.round(y(low)) - upper));
    const barPx = Math.round((vol / highestVolume) * volumeHeight);
    (rising ? paths.upSoft : paths.downSoft).rect(column, volumeTop + volumeHeight - barPx, 1, barPx);
  }
  for (const name of ["upSoft", "downSoft", "up", "down"] as const) {
    ctx.fillStyle = colours[name];
    ctx.fill(paths[name]);
  }
}

function volumeFrame(frame: PaintFrame, vols: Float64Array) {
  let highestVolume = 0;
  for (let at = frame.from; at <= frame.to; at++) highestVolume = Math.max(highestVolume, vols[at] ?? 0);
  const volumeHeight = Math.round(frame.height * volumeShare);
  return { volumeTop: frame.top + frame.height - volumeHeight, volumeHeight, highestVolume: highestVolume || 1 };
}

function xOf(frame: PaintFrame, time: number): number {
  return frame.left + ((time - frame.x.min) / (frame.x.max - frame.x.min)) * frame.width;
}

function verticalOf({ top, height, y }: PaintFrame): (price: number) => number {
  const scale = height / (y.max - y.min || 1);
  return (price) => top + (y.max - price) * scale;
}
