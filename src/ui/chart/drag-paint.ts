import type { ChartColours } from "./chart-colours.ts";
import type { Scene } from "./chart-scene.ts";
import { besideFinger, draggedTop, type LineDrag } from "./line-drag.ts";
import { tagFrame } from "./scene-paint.ts";
import { paintLevel, type TagFrame, tagLook, textWidth } from "./tagged-lines.ts";

export interface DragOptions {
  ctx: CanvasRenderingContext2D;
  colours: ChartColours;
  drag: LineDrag;
  /** The price at the line, in words; undefined outside the prices. */
  price: string | undefined;
  /** What that price means, a line each. */
  meaning: readonly string[];
}

const fontPx = 12;
const linePx = 17;
const padPx = 8;

/** Draws a line on its way: its level, and beside the finger the price there and what it means. */
export function paintDrag(scene: Scene, { ctx, colours, drag, price, meaning }: DragOptions): void {
  if (price === undefined) return;
  const { ratio } = scene.frame;
  const tags = tagFrame(scene, colours, ctx);
  const { line } = tagLook(drag.line.kind, colours);
  paintLevel(tags, Math.round(draggedTop(drag) * ratio), line, []);

  const rows = [`${drag.line.label} · ${price}`, ...meaning];
  const room = { width: scene.layout.right / ratio, height: scene.layout.axisTop / ratio };
  paintBeside(tags, room, drag.at, rows, line);
}

/** Draws words beside the finger, the first row the strongest. `room` and `at` in CSS px. */
export function paintBeside(
  { ctx, ratio, colours }: Pick<TagFrame, "ctx" | "ratio" | "colours">,
  room: { width: number; height: number },
  at: { x: number; y: number },
  rows: readonly string[],
  edge: string,
): void {
  ctx.font = `600 ${fontPx * ratio}px ${colours.font}`;
  const size = {
    width: Math.max(...rows.map((row) => textWidth(ctx, row) / ratio)) + 2 * padPx,
    height: rows.length * linePx + padPx,
  };
  const { x, y } = besideFinger(at, size, room);
  ctx.fillStyle = colours.ground;
  ctx.strokeStyle = edge;
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.beginPath();
  ctx.roundRect(x * ratio, y * ratio, size.width * ratio, size.height * ratio, 6 * ratio);
  ctx.fill();
  ctx.stroke();
  ctx.fillStyle = colours.ink;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const [index, row] of rows.entries()) {
    ctx.font = `${index === 0 ? 600 : 500} ${fontPx * ratio}px ${colours.font}`;
    ctx.fillText(row, (x + padPx) * ratio, (y + padPx / 2 + (index + 0.5) * linePx) * ratio);
  }
}
