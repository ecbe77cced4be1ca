import type { DrawnTag, PriceLine } from "./tagged-lines.ts";

interface Point {
  x: number;
  y: number;
}

/** How far a finger may be above or below the middle of a tag, and beside it; CSS px. */
const reachPx = { upright: 22, sideways: 10 };

/** The tag at a place, canvas px: of those within a finger's reach the nearest. Only lines with a name can be touched. */
export function tagAt(
  tags: readonly DrawnTag[],
  { x, y }: Point,
  ratio: number,
): DrawnTag | undefined {
  const [upright, sideways] = [reachPx.upright * ratio, reachPx.sideways * ratio];
  return tags
    .filter(
      ({ line, from, to, middle }) =>
        line.id !== undefined &&
        x >= from - sideways &&
        x <= to + sideways &&
        Math.abs(y - middle) <= upright,
    )
    .toSorted((a, b) => Math.abs(y - a.middle) - Math.abs(y - b.middle))[0];
}

/** A line on its way to another price. */
export interface LineDrag {
  line: PriceLine;
  /** Where the line was held and where it was then, CSS px from the top. */
  heldAt: number;
  from: number;
  /** Where the finger is, CSS px. */
  at: Point;
}

/** Takes hold of a line. One that is out of view comes in from its edge. */
export function holdLine(
  { line, level }: DrawnTag,
  at: Point,
  area: { top: number; height: number },
  ratio: number,
): LineDrag {
  const from = Math.max(area.top, Math.min(area.top + area.height, level)) / ratio;
  return { line, heldAt: at.y, from, at };
}

/** Where the dragged line is, CSS px from the top: it moves as far as the finger, so that it does not jump to it. */
export function draggedTop({ from, heldAt, at }: LineDrag): number {
  return from + at.y - heldAt;
}

/** Where words beside the finger stand: at the side with more room, out from under it, within the drawing. */
export function besideFinger(
  at: Point,
  size: { width: number; height: number },
  room: { width: number; height: number },
): Point {
  const away = 36;
  const x = at.x > room.width / 2 ? at.x - away - size.width : at.x + away;
  return {
    x: Math.max(0, Math.min(room.width - size.width, x)),
    y: Math.max(0, Math.min(room.height - size.height, at.y - size.height - away / 2)),
  };
}
