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
 * The direction in which the drag dismisses, of those allowed: more than 50 px,
 * or more than 20 px at more than 0.5 px/ms (spec 4).
 */
export function swipeDismisses(swipe: Swipe, allowed: readonly SwipeDirection[]): SwipeDirection | undefined {
  const { dx, dy } = swipeOffset(swipe);
  const sideways = Math.abs(dx) > Math.abs(dy);
  const direction: SwipeDirection = sideways ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
  if (!allowed.includes(direction)) return undefined;
  const distance = Math.abs(sideways ? dx : dy);
  if (distance > FAR_PX) return direction;
  return distance > FLICK_PX && swipeSpeed(swipe, sideways) > FLICK_PX_PER_MS ? direction : undefined;
}

/** How a dragged toast looks: follows the finger up and sideways, and fades over 200 px down to 0.3. */
export function dragLook(offset: SwipeOffset): { x: number; y: number; opacity: number } {
  const sideways = Math.abs(offset.dx) > Math.abs(offset.dy);
  const x = sideways ? offset.dx : 0;
  const y = sideways ? 0 : Math.min(0, offset.dy);
  return { x, y, opacity: Math.max(MIN_OPACITY, 1 - Math.hypot(x, y) / FADE_PX) };
}

function swipeSpeed(swipe: Swipe, sideways: boolean): number {
  const last = swipe.recent.at(-1) ?? swipe.start;
  const first = swipe.recent[0] ?? swipe.start;
  const elapsedMs = Math.max(1, last.atMs - first.atMs);
  return Math.abs(sideways ? last.x - first.x : last.y - first.y) / elapsedMs;
}
