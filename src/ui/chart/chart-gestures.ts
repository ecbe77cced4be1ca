export interface GestureHandlers {
  /** Drag by so many CSS px to the right. */
  pan: (dx: number) => void;
  /** Longer (above 1) or shorter stretch of time, about a place. */
  zoom: (factor: number, x: number) => void;
  /** Where the crosshair stands, or null to take it away. */
  crosshair: (at: { x: number; y: number } | null) => void;
  reset: () => void;
}

type Mode = "idle" | "pressed" | "pan" | "pinch" | "crosshair";
interface Point {
  x: number;
  y: number;
}

const longPressMs = 350;
const slopPx = 6;
const doubleTapMs = 300;

/**
 * Drag, pinch, wheel, double tap, and a long press for the crosshair on touch. Vertical swipes stay the
 * page's (`touch-action: pan-y` on the surface). Answers the way to stop.
 */
export function attachGestures(surface: HTMLElement, handlers: GestureHandlers): () => void {
  const pointers = new Map<number, Point>();
  let mode: Mode = "idle";
  let start: Point = { x: 0, y: 0 };
  let pinchPx = 0;
  let lastTapAt = 0;
  let longPress: ReturnType<typeof setTimeout> | undefined;
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

  function press(event: PointerEvent) {
    if (event.button !== 0) return;
    surface.setPointerCapture(event.pointerId);
    const point = at(event);
    pointers.set(event.pointerId, point);
    clearTimeout(longPress);
    if (pointers.size === 2) {
      mode = "pinch";
      pinchPx = pinch()?.px ?? 0;
      handlers.crosshair(null);
      return;
    }
    mode = "pressed";
    start = point;
    if (event.pointerType === "mouse") return;
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
    if (mode === "pinch") {
      const now = pinch();
      if (now && pinchPx > 0 && now.px > 0) handlers.zoom(pinchPx / now.px, now.x);
      pinchPx = now?.px ?? pinchPx;
      return;
    }
    if (mode === "pressed" && Math.hypot(point.x - start.x, point.y - start.y) > slopPx) {
      mode = "pan";
      clearTimeout(longPress);
      handlers.crosshair(null);
    }
    if (mode === "pan") handlers.pan(point.x - before.x);
  }

  function release(event: PointerEvent) {
    if (!pointers.delete(event.pointerId)) return;
    clearTimeout(longPress);
    const tapped = mode === "pressed" && event.type === "pointerup" && event.pointerType !== "mouse";
    // After a pinch the finger that stays must not pull the chart.
    mode = pointers.size > 0 ? "idle" : mode === "pressed" ? "idle" : mode;
    if (pointers.size === 0) mode = "idle";
    if (!tapped) return;
    handlers.crosshair(null);
    if (event.timeStamp - lastTapAt < doubleTapMs) handlers.reset();
    lastTapAt = event.timeStamp;
  }

  function wheel(event: WheelEvent) {
    event.preventDefault();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) handlers.pan(-event.deltaX);
    else handlers.zoom(Math.exp(Math.max(-240, Math.min(240, event.deltaY)) * 0.0016), at(event).x);
  }

  surface.addEventListener("pointerdown", press, { signal });
  surface.addEventListener("pointermove", move, { signal });
  surface.addEventListener("pointerup", release, { signal });
  surface.addEventListener("pointercancel", release, { signal });
  surface.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && !pointers.has(event.pointerId)) handlers.crosshair(null);
  }, { signal });
  surface.addEventListener("wheel", wheel, { signal, passive: false });
  surface.addEventListener("dblclick", handlers.reset, { signal });
  // A finger that reads the crosshair must not scroll the page away.
  surface.addEventListener("touchmove", (event) => {
    if (mode === "crosshair" || mode === "pinch") event.preventDefault();
  }, { signal, passive: false });
  surface.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });

  return () => {
    clearTimeout(longPress);
    stop.abort();
  };
}
