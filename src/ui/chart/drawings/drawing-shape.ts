import type { Plot, Point } from "../chart-layer.ts";
import { type Drawing, fibonacciLevels } from "./drawing.ts";

export interface Segment {
  from: Point;
  to: Point;
}

type Geometry = Pick<Plot, "x" | "y" | "right">;

/** The points by which a drawing is moved, one a place: that of a horizontal line is in the middle of the drawing. */
export function handlesOf({ kind, places }: Drawing, { x, y, right }: Geometry): Point[] {
  return places.map(({ timeSec, price }) => ({
    x: kind === "level" ? right / 2 : x(timeSec),
    y: y(price),
  }));
}

/** The straight lines of which a drawing consists; canvas px. */
export function segmentsOf(drawing: Drawing, plot: Geometry): Segment[] {
  const [first, second] = handlesOf(drawing, plot);
  if (!first) return [];
  if (drawing.kind === "level")
    return [{ from: { x: 0, y: first.y }, to: { x: plot.right, y: first.y } }];
  if (!second) return [];
  switch (drawing.kind) {
    case "trend":
      return [{ from: first, to: second }];
    case "ray":
      return [{ from: first, to: rayEnd(first, second, plot.right) }];
    case "fibonacci": {
      const from = Math.min(first.x, second.x);
      return fibonacciLevels(drawing).map(({ price }) => ({
        from: { x: from, y: plot.y(price) },
        to: { x: plot.right, y: plot.y(price) },
      }));
    }
    case "measure": {
      const corners = [
        first,
        { x: second.x, y: first.y },
        second,
        { x: first.x, y: second.y },
      ] as const;
      return corners.map((from, at) => ({ from, to: corners[(at + 1) % 4] ?? first }));
    }
  }
}

/** Where a ray through two points leaves the drawing: at its right or left edge, or far above or below it. */
export function rayEnd(first: Point, second: Point, right: number): Point {
  const [dx, dy] = [second.x - first.x, second.y - first.y];
  const far = 4 * Math.max(right, Math.abs(first.y), Math.abs(second.y));
  if (dx === 0) return { x: second.x, y: dy < 0 ? second.y - far : second.y + far };
  const edge = dx > 0 ? Math.max(right, second.x) : Math.min(0, second.x);
  return { x: edge, y: first.y + (dy / dx) * (edge - first.x) };
}

/** How far a point is from a segment. */
export function distanceTo({ from, to }: Segment, { x, y }: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
  const within = Math.max(0, Math.min(1, share));
  return Math.hypot(x - from.x - within * dx, y - from.y - within * dy);
}

/** What a finger has hit. */
export interface Hit {
  id: string;
  /** Index of the place whose handle was hit; null beside the handles. */
  handle: number | null;
}

/** How far a finger may be from what it means, CSS px: half a target. */
export const reachPx = 22;

/** The drawing at a point, the nearest of those within reach. Of the selected one the handles come first, and then its lines. */
export function hitAt(
  drawings: readonly Drawing[],
  selectedId: string | null,
  plot: Geometry & Pick<Plot, "ratio">,
  at: Point,
): Hit | null {
  const reach = reachPx * plot.ratio;
  const selected = drawings.find(({ id }) => id === selectedId);
  if (selected) {
    const [nearest] = handlesOf(selected, plot)
      .map((point, handle) => ({ handle, px: Math.hypot(at.x - point.x, at.y - point.y) }))
      .toSorted((a, b) => a.px - b.px);
    if (nearest && nearest.px <= reach) return { id: selected.id, handle: nearest.handle };
    if (pxTo(selected, plot, at) <= reach) return { id: selected.id, handle: null };
  }
  const [hit] = drawings
    .map((drawing) => ({ id: drawing.id, px: pxTo(drawing, plot, at) }))
    .filter(({ px }) => px <= reach)
    .toSorted((a, b) => a.px - b.px);
  return hit ? { id: hit.id, handle: null } : null;
}

function pxTo(drawing: Drawing, plot: Geometry, at: Point): number {
  return Math.min(...segmentsOf(drawing, plot).map((segment) => distanceTo(segment, at)));
}

/** A drawing moved as far as a finger: one place by its handle, all of them where `handle` is null. */
export function movedDrawing(
  drawing: Drawing,
  handle: number | null,
  { dx, dy }: { dx: number; dy: number },
  plot: Pick<Plot, "x" | "y" | "timeAt" | "priceAt">,
): Drawing {
  return {
    ...drawing,
    places: drawing.places.map((place, at) => {
      if (handle !== null && handle !== at) return place;
      const [x, y] = [plot.x(place.timeSec), plot.y(place.price)];
      // By whole candles, so that a move straight up changes no time on a period that is longer than the one it was drawn on.
      const later = plot.timeAt(x + dx) - plot.timeAt(x);
      return {
        timeSec: drawing.kind === "level" ? place.timeSec : place.timeSec + later,
        price: dy === 0 ? place.price : plot.priceAt(y + dy),
      };
    }),
  };
}
