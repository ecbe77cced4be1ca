import { useEffect, useEffectEvent, type RefObject } from "react";
import {
  dragLook,
  moveSwipe,
  startSwipe,
  swipeDismisses,
  swipeOffset,
  type Swipe,
  type SwipeDirection,
} from "../lib/swipe.ts";

const DISMISSING: readonly SwipeDirection[] = ["up", "left", "right"];
const EXIT: Record<SwipeDirection, string> = {
  up: "0 -120%",
  down: "0 0",
  left: "-110% 0",
  right: "110% 0",
};
const EXIT_MS = 140;

/**
 * Lets one finger, pen or mouse drag the element, which follows and fades, and sends it off by a swipe up or
 * sideways where `dismissible`. What was not far enough, or was cancelled, springs back.
 */
export function useSwipeAway(
  ref: RefObject<HTMLElement | null>,
  dismissible: boolean,
  onAway: () => void,
): void {
  const mayLeave = useEffectEvent(() => dismissible);
  const away = useEffectEvent(onAway);

  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    let pointerId: number | null = null;
    let swipe: Swipe | null = null;
    const grab = (event: PointerEvent) => {
      if (
        pointerId !== null ||
        event.button !== 0 ||
        (event.target instanceof Element && event.target.closest("button"))
      )
        return;
      element.setPointerCapture(event.pointerId);
      pointerId = event.pointerId;
      swipe = startSwipe(pointOf(event));
    };
    const drag = (event: PointerEvent) => {
      if (swipe === null || event.pointerId !== pointerId) return;
      swipe = moveSwipe(swipe, pointOf(event));
      const look = dragLook(swipeOffset(swipe));
      element.dataset["dragged"] = "";
      element.style.translate = `${look.x}px ${look.y}px`;
      element.style.opacity = String(look.opacity);
    };
    const release = (event: PointerEvent) => {
      if (swipe === null || event.pointerId !== pointerId) return;
      const letGo = event.type === "pointerup" && mayLeave();
      const direction = letGo
        ? swipeDismisses(moveSwipe(swipe, pointOf(event)), DISMISSING)
        : undefined;
      swipe = null;
      pointerId = null;
      if (direction !== undefined) return leave(direction);
      delete element.dataset["dragged"];
      element.style.removeProperty("translate");
      element.style.removeProperty("opacity");
    };
    const leave = (direction: SwipeDirection) => {
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return away();
      const exit = element.animate(
        { translate: EXIT[direction], opacity: 0 },
        { duration: EXIT_MS, easing: "ease-out", fill: "forwards" },
      );
      exit.addEventListener("finish", () => away());
    };
    const listeners = {
      pointerdown: grab,
      pointermove: drag,
      pointerup: release,
      pointercancel: release,
      lostpointercapture: release,
    };
    const entries = Object.entries(listeners) as [
      keyof typeof listeners,
      (event: PointerEvent) => void,
    ][];
    for (const [name, listener] of entries) element.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of entries) element.removeEventListener(name, listener);
    };
  }, [ref]);
}

function pointOf(event: PointerEvent) {
  return { x: event.clientX, y: event.clientY, atMs: event.timeStamp };
}
