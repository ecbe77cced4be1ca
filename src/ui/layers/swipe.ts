/** One position of a finger: CSS pixels and milliseconds of any one clock. */
export interface SwipePoint {
  x: number;
  y: number;
  atMs: number;
}

export type SwipeDirection = "up" | "down" | "left" | "right";

/** A drag in progress: where it began, and its last points for the speed. */
export interface Swipe {
  start: SwipePoint;
  recent: SwipePoint[];
}

export interface SwipeOffset {
  dx: number;
  dy: number;
}

const FAR_PX = 50;
const FLICK_PX = 20;
const FLICK_PX_PER_MS = 0.5;
const SPEED_WINDOW_MS = 100;
const FADE_PX = 200;
const MIN_OPACITY = 0.3;

export function startSwipe(point: SwipePoint): Swipe {
  return { start: point, recent: [point] };
}

/** Adds a point; only the last 100 ms count for the speed, so that a rest before a flick does not slow it. */
export function moveSwipe(swipe: Swipe, point: SwipePoint): Swipe {
  const recent = swipe.recent.filter((earlier) => point.atMs - earlier.atMs <= SPEED_WINDOW_MS);
  return { start: swipe.start, recent: [...recent, point] };
}

export function swipeOffset(swipe: Swipe): SwipeOffset {
  const last = swipe.recent.at(-1) ?? swipe.start;
  return { dx: last.x - swipe.start.x, dy: last.y - swipe.start.y };
}

/**
 * The direction in which the drag dismisses, of those allowed: more than 50 px, or more than 20 px at more
 * than 0.5 px/ms (spec 4). The speed is that of the last 100 ms before the finger lets go, along the direction.
 * A drag goes the way it has gone furthest; upward counts however far it went sideways too.
 */
export function swipeDismisses(
  swipe: Swipe,
  allowed: readonly SwipeDirection[],
): SwipeDirection | undefined {
  const { dx, dy } = swipeOffset(swipe);
  const furthest: SwipeDirection =
    Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
  return [furthest, "up" as const].find((direction) => {
    if (!allowed.includes(direction)) return false;
    const distance = along(direction, { dx, dy });
    return (
      distance > FAR_PX || (distance > FLICK_PX && swipeSpeed(swipe, direction) > FLICK_PX_PER_MS)
    );
  });
}

/** How a dragged toast looks: follows the finger, and fades over 200 px down to 0.3 (spec 4). */
export function dragLook({ dx, dy }: SwipeOffset): { x: number; y: number; opacity: number } {
  return { x: dx, y: dy, opacity: Math.max(MIN_OPACITY, 1 - Math.hypot(dx, dy) / FADE_PX) };
}

function swipeSpeed(swipe: Swipe, direction: SwipeDirection): number {
  const last = swipe.recent.at(-1) ?? swipe.start;
  const first = swipe.recent[0] ?? swipe.start;
  return (
    along(direction, { dx: last.x - first.x, dy: last.y - first.y }) /
    Math.max(1, last.atMs - first.atMs)
  );
}

/** How far it went in a direction; negative for the other way. */
function along(direction: SwipeDirection, { dx, dy }: SwipeOffset): number {
  return { up: -dy, down: dy, left: -dx, right: dx }[direction];
}
