import { textWidth } from "./text-width.ts";
import type { ChartColours } from "./chart-colours.ts";
import type { Area } from "./value-scale.ts";

export type PriceLineKind =
  | "buy"
  | "sell"
  | "entry"
  | "liquidation"
  | "take-profit"
  | "stop-loss"
  | "mark";

/** A level to mark: an own order, a position's entry, where it is liquidated or closed. */
export interface PriceLine {
  price: number;
  kind: PriceLineKind;
  /** Short, such as "Buy 0.5": it stands on the line, so that colour is not alone. */
  label: string;
}

export interface TagFrame {
  ctx: CanvasRenderingContext2D;
  colours: ChartColours;
  ratio: number;
  /** Right edge of the drawing and of the canvas. */
  right: number;
  edge: number;
}

/** Half the height of a tag, CSS px. */
export const tagHalfPx = 9;

interface Look {
  ink: "up" | "down" | "accent" | "danger" | "text";
  fill: "upFill" | "downFill" | "accentFill" | "dangerFill" | "edge";
  dash: readonly number[];
}

const looks: Record<PriceLineKind, Look> = {
  buy: { ink: "up", fill: "upFill", dash: [4, 3] },
  sell: { ink: "down", fill: "downFill", dash: [4, 3] },
  entry: { ink: "accent", fill: "accentFill", dash: [] },
  liquidation: { ink: "danger", fill: "dangerFill", dash: [9, 3] },
  "take-profit": { ink: "up", fill: "upFill", dash: [9, 3, 2, 3] },
  "stop-loss": { ink: "down", fill: "downFill", dash: [9, 3, 2, 3] },
  mark: { ink: "text", fill: "edge", dash: [2, 4] },
};

/** Draws the lines with their labels and prices; of those out of sight nothing is drawn. */
export function paintPriceLines(
  frame: TagFrame,
  area: Area,
  y: (price: number) => number,
  lines: readonly PriceLine[],
  format: (price: number) => string,
): void {
  const { ctx, right, ratio, edge, colours } = frame;
  for (const { price, kind, label } of lines) {
    const place = Math.round(y(price));
    if (!isWithin(area, place)) continue;
    const look = looks[kind];
    paintLevel(frame, place, colours[look.ink], look.dash);
    paintTag(
      frame,
      format(price),
      right,
      edge,
      place,
      colours[look.fill],
      look.fill === "edge" ? colours.ground : colours.onFill,
    );
    const wide = textWidth(ctx, label) + 12 * ratio;
    paintTag(
      frame,
      label,
      6 * ratio,
      6 * ratio + wide,
      place,
      colours[look.fill],
      look.fill === "edge" ? colours.ground : colours.onFill,
    );
  }
}

export function isWithin({ top, height }: Area, y: number): boolean {
  return y >= top && y <= top + height;
}

export function paintLevel(
  { ctx, right, ratio }: TagFrame,
  y: number,
  colour: string,
  dash: readonly number[],
): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.setLineDash(dash.map((length) => length * ratio));
  ctx.beginPath();
  ctx.moveTo(0, y + 0.5);
  ctx.lineTo(right, y + 0.5);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Words on a coloured ground, one line or two. */
export function paintTag(
  { ctx, ratio, colours }: TagFrame,
  text: string,
  from: number,
  to: number,
  y: number,
  fill: string,
  ink: string,
  second?: string,
): void {
  const half = tagHalfPx * ratio;
  ctx.font = `600 ${11 * ratio}px ${colours.font}`;
  ctx.textBaseline = "middle";
  ctx.textAlign = "center";
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.roundRect(
    from + 1,
    y - half,
    to - from - 2,
    (second === undefined ? 2 : 3.4) * half,
    3 * ratio,
  );
  ctx.fill();
  ctx.fillStyle = ink;
  ctx.fillText(text, (from + to) / 2, y + 0.5);
  if (second === undefined) return;
  ctx.font = `500 ${10 * ratio}px ${colours.font}`;
  ctx.fillText(second, (from + to) / 2, y + 1.5 * half);
}
