import type { ChartColours } from "./chart-colours.ts";

/** A horizontal line at a price, with its words in the price axis. */
export interface PriceLine {
  price: number;
  /** Short, such as "Buy"; without it the price alone stands in the axis. */
  label?: string | undefined;
  tone: "up" | "down" | "accent";
}

export interface LineFrame {
  ctx: CanvasRenderingContext2D;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Right edge of the canvas. */
  edge: number;
  ratio: number;
  yOf: (price: number) => number;
  format: (price: number) => string;
}

/** Half the height of a line's tag, CSS px. */
export const tagHalfPx = 9;

/** Draws the lines; of those out of sight nothing is drawn. */
export function paintPriceLines(frame: LineFrame, lines: readonly PriceLine[], colours: ChartColours): void {
  const { ctx, left, width, top, height, edge, ratio } = frame;
  ctx.save();
  ctx.font = `600 ${11 * ratio}px ${colours.font}`;
  ctx.textBaseline = "middle";
  for (const { price, label, tone } of lines) {
    const y = Math.round(frame.yOf(price));
    if (!(y >= top && y <= top + height)) continue;
    const right = left + width;
    ctx.strokeStyle = colours[tone];
    ctx.lineWidth = Math.max(1, Math.round(ratio));
    ctx.setLineDash([4 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(left, y + 0.5);
    ctx.lineTo(right, y + 0.5);
    ctx.stroke();
    ctx.setLineDash([]);
    tag(frame, `${frame.format(price)}`, right, edge, y, colours[`${tone}Fill`], colours.onFill);
    if (label !== undefined) {
      const wide = ctx.measureText(label).width + 12 * ratio;
      tag(frame, label, right - wide - 4 * ratio, right - 4 * ratio, y, colours[`${tone}Fill`], colours.onFill);
    }
  }
  ctx.restore();
}

function tag({ ctx, ratio }: LineFrame, text: string, from: number, to: number, y: number, fill: string, ink: string): void {
  const half = tagHalfPx * ratio;
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.roundRect(from + 1, y - half, to - from - 1, 2 * half, 3 * ratio);
  ctx.fill();
  ctx.fillStyle = ink;
  ctx.textAlign = "center";
  ctx.fillText(text, (from + to) / 2, y + 0.5);
}
