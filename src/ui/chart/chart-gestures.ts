export interface GestureHandlers {
  /** Drag by so many CSS px to the right. */
  pan: (dx: number) => void;
  /** Longer (above 1) or shorter stretch of time, about a place. */
  zoom: (factor: number, x: number) => void;
  /** Where the crosshair stands, or null to take it away. */
  crosshair: (at: { x: number; y: number } | null) => void;
  /** A place was chosen: by a mouse's click, or where the finger that moved the crosshair was lifted; null by a tap. */
  pick: (at: { x: number; y: number } | null) => void;
  /** Takes hold of what can be dragged or tapped at a place. */
  hold: (at: { x: number; y: number }) => Held;
  /** What is held is dragged to a place. */
  drag: (at: { x: number; y: number }) => void;
  /** The drag ends, as it was meant or given up. */
  drop: (isMeant: boolean) => void;
  /** What is held was tapped. */
  tap: () => void;
  reset: () => void;
  /** Whether an upright wheel zooms; else the page scrolls under it. */
  wheelZooms: () => boolean;
}

/**
 * How what is held can be taken: dragged up and down, moved anywhere, tapped, or tapped with all else as on the
 * bare drawing ("pass"); null where there is only the drawing.
 */
export type Held = "drag" | "move" | "tap" | "pass" | null;

type Mode = "idle" | "pressed" | "held" | "drag" | "pan" | "pinch" | "crosshair";
interface Point {
  x: number;
  y: number;
}

const longPressMs = 350;
const slopPx = 6;
const doubleTapMs = 300;
/** Of the last moves only these tell how fast the finger left. */
const flingWindowMs = 80;
const slowestFlingPxPerMs = 0.15;
/** After so long a third of the speed is left. */
const flingDecayMs = 325;

/**
 * Drag of the drawing with momentum or of a line, pinch, double tap, and a long press for the crosshair on touch;
 * sideways wheel, and the wheel with Ctrl or of a pinching trackpad. Vertical swipes and the plain wheel stay the
 * page's (`touch-action: pan-y` on the surface). Answers the function that stops it.
 */
export function attachGestures(surface: HTMLElement, handlers: GestureHandlers): () => void {
  const pointers = new Map<number, Point>();
  let mode: Mode = "idle";
  let start: Point = { x: 0, y: 0 };
  let held: Held = null;
  let pinchPx = 0;
  let lastTapAt = 0;
  let longPress: ReturnType<typeof setTimeout> | undefined;
  let trail: { x: number; at: number }[] = [];
  let flight = 0;
  const stop = new AbortController();
  const { signal } = stop;

  const at = (event: MouseEvent): Point => {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const pinch = () => {
    const [a, b] = [...pointers.values()];
    return a && b ? { px: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2 } : undefined;
  };

  /** The chart glides on from the speed of the last moves. */
  function fling(now: number) {
    const recent = trail.filter((point) => now - point.at <= flingWindowMs);
    const [first, last] = [recent[0], recent.at(-1)];
    if (
      !first ||
      !last ||
      last.at <= first.at ||
      matchMedia("(prefers-reduced-motion: reduce)").matches
    )
      return;
    let speed = (last.x - first.x) / (last.at - first.at);
    let before: number | undefined;
    const glide = (time: number) => {
      const passed = Math.min(64, time - (before ?? time));
      before = time;
      handlers.pan(speed * passed);
      speed *= Math.exp(-passed / flingDecayMs);
      flight = Math.abs(speed) > 0.02 ? requestAnimationFrame(glide) : 0;
    };
    if (Math.abs(speed) >= slowestFlingPxPerMs) flight = requestAnimationFrame(glide);
  }

  function press(event: PointerEvent) {
    if (event.button !== 0) return;
    cancelAnimationFrame(flight);
    trail = [];
    surface.setPointerCapture(event.pointerId);
    const point = at(event);
    pointers.set(event.pointerId, point);
    clearTimeout(longPress);
    if (pointers.size === 2) {
      if (mode === "drag") handlers.drop(false);
      mode = "pinch";
      pinchPx = pinch()?.px ?? 0;
      handlers.crosshair(null);
      return;
    }
    held = handlers.hold(point);
    mode = held === null ? "pressed" : "held";
    start = point;
    if ((held !== null && held !== "pass") || event.pointerType === "mouse") return;
    longPress = setTimeout(() => {
      mode = "crosshair";
      handlers.crosshair(start);
    }, longPressMs);
  }

  function move(event: PointerEvent) {
    const point = at(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") handlers.crosshair(point);
      return;
    }
    pointers.set(event.pointerId, point);
    if (mode === "crosshair") return handlers.crosshair(point);
    if (mode === "drag") return handlers.drag(point);
    if (mode === "pinch") {
      const now = pinch();
      if (now && pinchPx > 0 && now.px > 0) handlers.zoom(pinchPx / now.px, now.x);
      pinchPx = now?.px ?? pinchPx;
      return;
    }
    if (
      (mode === "pressed" || mode === "held") &&
      Math.hypot(point.x - start.x, point.y - start.y) > slopPx
    ) {
      const isUpright = Math.abs(point.y - start.y) >= Math.abs(point.x - start.x);
      if (held === "move" || (held === "drag" && isUpright)) {
        mode = "drag";
        return handlers.drag(point);
      }
      mode = "pan";
      clearTimeout(longPress);
      handlers.crosshair(null);
    }
    if (mode !== "pan") return;
    handlers.pan(point.x - before.x);
    trail = [...trail.slice(-7), { x: point.x, at: event.timeStamp }];
  }

  function release(event: PointerEvent) {
    if (!pointers.delete(event.pointerId)) return;
    clearTimeout(longPress);
    const ended = event.type === "pointerup";
    if (mode === "drag" || mode === "held") {
      if (mode === "drag") handlers.drop(ended);
      else if (ended) handlers.tap();
      mode = "idle";
      return;
    }
    const tapped = mode === "pressed" && ended && event.pointerType !== "mouse";
    if (ended && (mode === "crosshair" || (mode === "pressed" && !tapped)))
      handlers.pick(at(event));
    if (mode === "pan" && event.type === "pointerup") fling(event.timeStamp);
    // After a pinch the finger that stays must not pull the chart.
    mode = "idle";
    if (!tapped) return;
    handlers.crosshair(null);
    handlers.pick(null);
    if (event.timeStamp - lastTapAt < doubleTapMs) handlers.reset();
    lastTapAt = event.timeStamp;
  }

  function wheel(event: WheelEvent) {
    const pinching = event.ctrlKey || event.metaKey;
    const [sideways, upright] =
      event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    const pans = !pinching && Math.abs(sideways) > Math.abs(upright);
    if (!pans && !pinching && !handlers.wheelZooms()) return;
    event.preventDefault();
    cancelAnimationFrame(flight);
    // A pinch on a trackpad comes in small steps.
    if (pans) handlers.pan(-sideways);
    else
      handlers.zoom(
        Math.exp(
          Math.max(-240, Math.min(240, upright)) *
            (pinching && Math.abs(upright) < 50 ? 0.01 : 0.0016),
        ),
        at(event).x,
      );
  }

  surface.addEventListener("pointerdown", press, { signal });
  surface.addEventListener("pointermove", move, { signal });
  surface.addEventListener("pointerup", release, { signal });
  surface.addEventListener("pointercancel", release, { signal });
  surface.addEventListener(
    "pointerleave",
    (event) => {
      if (event.pointerType === "mouse" && !pointers.has(event.pointerId)) handlers.crosshair(null);
    },
    { signal },
  );
  surface.addEventListener("wheel", wheel, { signal, passive: false });
  surface.addEventListener("dblclick", handlers.reset, { signal });
  // A finger that reads the crosshair or drags a line must not scroll the page away.
  surface.addEventListener(
    "touchmove",
    (event) => {
      const drags = mode === "drag" || (mode === "held" && (held === "drag" || held === "move"));
      if (drags || mode === "crosshair" || mode === "pinch") event.preventDefault();
    },
    { signal, passive: false },
  );
  surface.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });

  return () => {
    clearTimeout(longPress);
    cancelAnimationFrame(flight);
    stop.abort();
  };
}
