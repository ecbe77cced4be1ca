import type { ChartColours } from "./chart-colours.ts";
import type { Area } from "./chart-scale.ts";
import type { TimeFrame } from "./series-paint.ts";
import { placeTags, tagHalfPx, type TagPlace, type Taken } from "./tag-layout.ts";

type PriceLineKind =
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
  /** Short, such as "Buy 0.5": it is on the line, so that colour is not the only difference. */
  label: string;
  /** Its name; a line with a name can be tapped. */
  id?: string | undefined;
  /** What the line would mean at another price, a plain decimal, a text each; a line that has this can be dragged. */
  meaning?: ((price: string) => readonly string[]) | undefined;
}

/** A tag as it was drawn; canvas px. */
export interface DrawnTag extends TagPlace {
  line: PriceLine;
  /** From its left edge to its right one. */
  from: number;
  to: number;
}

export interface TagFrame {
  ctx: CanvasRenderingContext2D;
  colours: ChartColours;
  ratio: number;
  /** Right edge of the drawing and of the canvas. */
  right: number;
  edge: number;
}

/** Free space between two tags, CSS px. */
const tagGapPx = 2;

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

/** Where the tags of lines stand: their labels on the drawing, their prices on the axis. */
export interface LineTags {
  labels: readonly TagPlace[];
  prices: readonly TagPlace[];
}

/** Places the tags of lines: none on another, none on the tag of the last price. */
export function placeLineTags(
  levels: readonly number[],
  { view, axis, last }: { view: Area; axis: Area; last: Taken | null },
  ratio: number,
): LineTags {
  const height = (2 * tagHalfPx + tagGapPx) * ratio;
  return {
    labels: placeTags(levels, view, { room: view, taken: null, height }),
    prices: placeTags(levels, view, { room: axis, taken: last, height }),
  };
}

/** The colours of a line, of its tags and of the words in them. */
export function tagLook(
  kind: PriceLineKind,
  colours: ChartColours,
): { line: string; fill: string; ink: string } {
  const look = looks[kind];
  return {
    line: colours[look.ink],
    fill: colours[look.fill],
    ink: look.fill === "edge" ? colours.ground : colours.onFill,
  };
}

/**
 * Draws the lines in view, and the tags with their labels and prices: an arrow where the line is beyond the edge,
 * a grip where it can be dragged. Answers the tags as they were drawn.
 */
export function paintPriceLines(
  frame: TagFrame,
  area: Area,
  y: (price: number) => number,
  lines: readonly PriceLine[],
  places: LineTags,
  format: (price: number) => string,
): DrawnTag[] {
  const { right, ratio, edge, colours } = frame;
  const drawn: DrawnTag[] = [];
  for (const { price, kind } of lines) {
    const level = Math.round(y(price));
    if (isWithin(area, level)) paintLevel(frame, level, colours[looks[kind].ink], looks[kind].dash);
  }
  for (const place of places.prices) {
    const line = lines[place.at];
    if (!line) continue;
    const middle = Math.round(place.middle);
    const look = tagLook(line.kind, colours);
    if (place.beyond === null && Math.abs(place.level - middle) > 1)
      paintLead(frame, place.level, middle, look.line);
    paintTag(frame, format(line.price), right, edge, middle, look.fill, look.ink);
    drawn.push({ ...place, line, from: right, to: edge });
  }
  for (const place of places.labels) {
    const line = lines[place.at];
    if (!line) continue;
    const middle = Math.round(place.middle);
    const { fill, ink } = tagLook(line.kind, colours);
    const label = tagLabel(line.label, place.beyond, place.more);
    const grip = canDrag(line) ? gripPx * ratio : 0;
    const from = 6 * ratio;
    const to = from + grip + textWidth(frame.ctx, label) + 12 * ratio;
    paintTag(frame, label, from, to, middle, fill, ink);
    if (grip > 0) paintGrip(frame, from + 4 * ratio, middle, ink);
    drawn.push({ ...place, line, from, to });
  }
  return drawn;
}

/** Whether the tag of a line is a handle: the line has a meaning at other prices. */
export function canDrag(line: PriceLine): boolean {
  return line.meaning !== undefined;
}

const gripPx = 12;

/** Two columns of dots: the sign of what can be dragged. */
function paintGrip({ ctx, ratio }: TagFrame, left: number, middle: number, ink: string): void {
  ctx.fillStyle = ink;
  const dot = Math.max(1, Math.round(1.5 * ratio));
  for (const x of [0, 4])
    for (const y of [-4, 0, 4])
      ctx.fillRect(
        Math.round(left + x * ratio),
        Math.round(middle + y * ratio - dot / 2),
        dot,
        dot,
      );
}

/** The words of a tag: which way its line lies, and for how many more it stands. */
export function tagLabel(label: string, beyond: TagPlace["beyond"], more: number): string {
  return [
    ...(beyond === null ? [] : [beyond === "above" ? "↑" : "↓"]),
    label,
    ...(more > 0 ? [`+${more}`] : []),
  ].join(" ");
}

const leadPx = 8;

/** Joins a price on the axis that had to give way to its line. */
function paintLead(
  { ctx, right, ratio }: TagFrame,
  level: number,
  middle: number,
  colour: string,
): void {
  ctx.strokeStyle = colour;
  ctx.lineWidth = Math.max(1, Math.round(ratio));
  ctx.beginPath();
  ctx.moveTo(right - leadPx * ratio, level);
  ctx.lineTo(right, middle);
  ctx.stroke();
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

/** Draws text on a coloured background, one line or two. */
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

/** A time to mark, such as the delivery of a contract; it may be after the newest candle. */
export interface TimeMark {
  /** Unix s. */
  timeSec: number;
  /** A short text at the foot of the line. */
  label: string;
}

/** Draws vertical lines for the times in view, with their labels below. Labels that would overlap are stacked. */
export function paintTimeMarks(
  tags: TagFrame,
  { min, max, right }: Pick<TimeFrame, "min" | "max" | "right">,
  bottom: number,
  marks: readonly TimeMark[],
): void {
  const { ctx, colours, ratio } = tags;
  const taken: { from: number; to: number; row: number }[] = [];
  for (const { timeSec, label } of marks.toSorted((a, b) => a.timeSec - b.timeSec)) {
    const x = Math.round(((timeSec - min) / (max - min || 1)) * right);
    if (x < 0 || x > right) continue;
    ctx.strokeStyle = colours.accent;
    ctx.lineWidth = Math.max(1, Math.round(ratio));
    ctx.setLineDash([3 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x + 0.5, 0);
    ctx.lineTo(x + 0.5, bottom);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.font = `600 ${11 * ratio}px ${colours.font}`;
    const wide = textWidth(ctx, label) + 12 * ratio;
    const from = Math.max(0, Math.min(right - wide, x - wide / 2));
    const row = taken.reduce(
      (free, other) =>
        other.from < from + wide && other.to > from ? Math.max(free, other.row + 1) : free,
      0,
    );
    taken.push({ from, to: from + wide, row });
    paintTag(
      tags,
      label,
      from,
      from + wide,
      bottom - (tagHalfPx * 1.3 + row * tagHalfPx * 2.2) * ratio,
      colours.accentFill,
      colours.onFill,
    );
  }
}

const widths = new Map<string, number>();
const maxWidths = 2000;

/** Width of a text in the context's font, canvas px. Measuring is slow, and most texts stay the same from frame to frame. */
export function textWidth(ctx: CanvasRenderingContext2D, text: string): number {
  const key = `${ctx.font}|${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    if (widths.size >= maxWidths) widths.clear();
    widths.set(key, (width = ctx.measureText(text).width));
  }
  return width;
}
