import type { Plot, Point } from "../chart-layer.ts";
import { paintBeside } from "../drag-paint.ts";
import { textWidth } from "../tagged-lines.ts";
import { type Drawing, fibonacciLevels, type Measure, measureOf } from "./drawing.ts";
import { handlesOf, segmentsOf } from "./drawing-shape.ts";

/** The words on drawings, in the language of the user. */
export interface DrawingTexts {
  price: (price: number) => string;
  /** A share of a retracement: 0.618. */
  share: (share: number) => string;
  /** A row each. */
  measure: (measure: Measure) => readonly string[];
  /** Beside the finger that moves a place. */
  moved: (drawing: Drawing, handle: number) => readonly string[];
}

const fontPx = 11;
const rowPx = 15;
const handlePx = 5;
const dashes = { second: [5, 3], inner: [2, 3] } as const;

/** Draws one of the drawings. The selected one is in the accent, wider and with its handles. */
export function paintDrawing(
  plot: Plot,
  drawing: Drawing,
  isSelected: boolean,
  texts: DrawingTexts,
): void {
  const { ctx, colours, ratio } = plot;
  ctx.save();
  ctx.lineJoin = "round";
  ctx.strokeStyle = isSelected ? colours.accent : colours.ink;
  ctx.lineWidth = (isSelected ? 2 : 1.25) * ratio;
  if (drawing.kind === "measure") paintMeasure(plot, drawing, isSelected, texts);
  else if (drawing.kind === "fibonacci") paintFibonacci(plot, drawing, isSelected, texts);
  else {
    for (const { from, to } of segmentsOf(drawing, plot)) strokeLine(ctx, from, to);
    const [place] = drawing.places;
    if (drawing.kind === "level" && place)
      paintText(plot, texts.price(place.price), { x: plot.right, y: plot.y(place.price) });
  }
  ctx.restore();
  if (isSelected) paintHandles(plot, drawing);
}

/** Draws the points by which a drawing is moved. */
export function paintHandles(plot: Plot, drawing: Drawing): void {
  const { ctx, colours, ratio } = plot;
  ctx.fillStyle = colours.ground;
  ctx.strokeStyle = colours.accent;
  ctx.lineWidth = 2 * ratio;
  for (const { x, y } of handlesOf(drawing, plot)) {
    ctx.beginPath();
    ctx.arc(x, y, handlePx * ratio, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}

/** Draws beside the finger where it has moved a place to. */
export function paintWords(
  plot: Plot,
  drawing: Drawing,
  handle: number,
  at: Point,
  texts: DrawingTexts,
): void {
  const { right, area, ratio, colours } = plot;
  paintBeside(
    plot,
    { width: right / ratio, height: (area.top + area.height) / ratio },
    { x: at.x / ratio, y: at.y / ratio },
    texts.moved(drawing, handle),
    colours.accent,
  );
}

/** Levels from where it begins to the right edge, and the way that is measured; the golden part is tinted. */
function paintFibonacci(
  plot: Plot,
  drawing: Drawing,
  isSelected: boolean,
  texts: DrawingTexts,
): void {
  const { ctx, colours, ratio, right, y } = plot;
  const [first, second] = handlesOf(drawing, plot);
  if (!first || !second) return;
  const levels = fibonacciLevels(drawing);
  const from = Math.min(first.x, second.x);
  const level = (share: number) => y(levels.find((each) => each.share === share)?.price ?? 0);
  ctx.fillStyle = isSelected ? colours.accent : colours.ink;
  ctx.globalAlpha = 0.07;
  ctx.fillRect(from, level(0.382), right - from, level(0.618) - level(0.382));
  ctx.globalAlpha = 1;
  ctx.lineWidth = 1.25 * ratio;
  for (const { share, price } of levels) {
    const isEnd = share === 0 || share === 1;
    ctx.setLineDash(isEnd ? [] : dashes.inner.map((px) => px * ratio));
    strokeLine(ctx, { x: from, y: y(price) }, { x: right, y: y(price) });
  }
  ctx.setLineDash(dashes.second.map((px) => px * ratio));
  strokeLine(ctx, first, second);
  ctx.setLineDash([]);
  // Where levels are close together only every one that has room is named.
  let free = -Infinity;
  for (const { share, price } of levels.toSorted((a, b) => y(a.price) - y(b.price))) {
    if (y(price) - free < fontPx * 1.1 * ratio) continue;
    free = y(price);
    const words = `${texts.share(share)} · ${texts.price(price)}`;
    // Left of the levels and of the handle, so that the newest candles stay free.
    paintText(plot, words, { x: from - handlePx * 1.5 * ratio, y: y(price) });
  }
}

/** A tinted box with an arrow up or down and one to its later side, and what is measured in words at its end. */
function paintMeasure(
  plot: Plot,
  drawing: Drawing,
  isSelected: boolean,
  texts: DrawingTexts,
): void {
  const { ctx, colours, ratio, right, area } = plot;
  const [first, second] = handlesOf(drawing, plot);
  const measure = measureOf(drawing, plot.stepSec);
  if (!first || !second || !measure) return;
  const tone = measure.difference < 0 ? colours.down : colours.up;
  const [left, top] = [Math.min(first.x, second.x), Math.min(first.y, second.y)];
  const size = { width: Math.abs(second.x - first.x), height: Math.abs(second.y - first.y) };
  ctx.fillStyle = tone;
  ctx.globalAlpha = 0.14;
  ctx.fillRect(left, top, size.width, size.height);
  ctx.globalAlpha = 1;
  if (!isSelected) ctx.strokeStyle = tone;
  ctx.strokeRect(left, top, size.width, size.height);
  const middle = { x: left + size.width / 2, y: top + size.height / 2 };
  arrow(plot, { x: middle.x, y: first.y }, { x: middle.x, y: second.y });
  arrow(plot, { x: first.x, y: middle.y }, { x: second.x, y: middle.y });

  const rows = texts.measure(measure);
  if (rows.length === 0) return;
  ctx.font = `600 ${fontPx * ratio}px ${colours.font}`;
  const wide = Math.max(...rows.map((row) => textWidth(ctx, row))) + 12 * ratio;
  const high = (rows.length * rowPx + 6) * ratio;
  const beyond = second.y <= first.y ? top - high - 6 * ratio : top + size.height + 6 * ratio;
  const x = Math.max(0, Math.min(right - wide, middle.x - wide / 2));
  const y = Math.max(area.top, Math.min(area.top + area.height - high, beyond));
  ctx.fillStyle = colours.ground;
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.beginPath();
  ctx.roundRect(x, y, wide, high, 4 * ratio);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colours.ink;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  for (const [at, row] of rows.entries())
    ctx.fillText(row, x + wide / 2, y + (3 + (at + 0.5) * rowPx) * ratio);
}

function arrow({ ctx, ratio }: Plot, from: Point, to: Point): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 8 * ratio) return;
  const [ux, uy] = [((to.x - from.x) / length) * 5 * ratio, ((to.y - from.y) / length) * 5 * ratio];
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.moveTo(to.x - ux - uy, to.y - uy + ux);
  ctx.lineTo(to.x, to.y);
  ctx.lineTo(to.x - ux + uy, to.y - uy - ux);
  ctx.stroke();
}

function strokeLine(ctx: CanvasRenderingContext2D, from: Point, to: Point): void {
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
}

/** Words that end at a point, or where there is no room begin at the edge; on a ground of their own, so that candles do not run through them. */
function paintText(plot: Plot, text: string, { x, y }: Point): void {
  const { ctx, colours, ratio, area } = plot;
  ctx.font = `600 ${fontPx * ratio}px ${colours.font}`;
  const wide = textWidth(ctx, text) + 8 * ratio;
  const high = (fontPx + 3) * ratio;
  const left = Math.max(0, x - wide);
  const top = Math.max(area.top, y - high / 2);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.globalAlpha = 0.85;
  ctx.fillStyle = colours.ground;
  ctx.fillRect(left, top, wide, high);
  ctx.globalAlpha = 1;
  ctx.fillStyle = ctx.strokeStyle;
  ctx.fillText(text, left + 4 * ratio, top + high / 2 + 0.5);
}
