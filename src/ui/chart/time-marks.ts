import type { TimeFrame } from "./candle-paint.ts";
import { paintTag, tagHalfPx, type TagFrame } from "./price-lines.ts";
import { textWidth } from "./text-width.ts";

/** A moment to mark, such as the delivery of a contract; it may lie ahead of the newest candle. */
export interface TimeMark {
  /** Unix s. */
  timeSec: number;
  /** Short: it stands at the line's foot. */
  label: string;
}

/** Draws upright lines with their labels below; of moments out of sight nothing is drawn. Labels that would meet stand above one another. */
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
