import { eachColumn, stepPx, xOf, type TimeFrame } from "./candle-paint.ts";
import type { IndicatorName } from "../../lib/indicators/indicator-names.ts";
import type { ChartColours } from "./chart-colours.ts";
import type { Area } from "./value-scale.ts";

type Values = ArrayLike<number>;

/** One value after the other, at most one a pixel; a gap where there is none. */
function linePath(frame: TimeFrame, y: (value: number) => number, values: Values): Path2D {
  const path = new Path2D();
  const stride = Math.max(1, Math.floor(1 / stepPx(frame)));
  let drawing = false;
  // Strides counted from the first candle of all: panning must not pick others.
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

export interface LineLook {
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

/** How the lines of an indicator are told from those of the others over the same prices. */
export function lookOf(name: IndicatorName, line: number, colours: ChartColours): LineLook {
  if (name === "BOLL") return { colour: colours.text, dash: line === 1 ? [5, 3] : [] };
  const colour = colours.lines[line] ?? colours.ink;
  return name === "EMA" ? { colour, dash: [6, 2] } : { colour };
}

/** The closes as a line, with the ground below it tinted where `filled`. */
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
