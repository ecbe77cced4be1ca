import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import {
  type Swipe,
  type SwipePoint,
  moveSwipe,
  startSwipe,
  swipeDismisses,
  swipeOffset,
} from "./swipe.ts";

/** What has a use of its own for a finger that goes down. */
const ownGesture = "input, textarea, select, canvas, [role=slider], [data-own-gesture]";

/** A finger has to go so far before it is known which way it goes. */
const decidedPx = 6;

/** A sheet of two heights. */
export interface SheetRise {
  isFull: boolean;
  onFull: (isFull: boolean) => void;
}

/**
 * Lets the sheet follow a finger down and go by a swipe: by its header, and by its content where that is scrolled to
 * the top. One of two heights follows up as well. Answers what its header listens to.
 */
export function useSheetDrag(
  ref: RefObject<HTMLDialogElement | null>,
  shown: boolean,
  dismissible: boolean,
  onAway: () => void,
  rise?: SheetRise,
) {
  const swipe = useRef<Swipe | null>(null);
  const heightPx = useRef(0);
  const mayRise = rise !== undefined && !rise.isFull;

  function begin(point: SwipePoint) {
    swipe.current = startSwipe(point);
    heightPx.current = ref.current?.offsetHeight ?? 0;
  }

  function follow(point: SwipePoint) {
    const dialog = ref.current;
    if (swipe.current === null || dialog === null) return;
    swipe.current = moveSwipe(swipe.current, point);
    const { dy } = swipeOffset(swipe.current);
    dialog.dataset["dragged"] = "";
    dialog.style.translate = `0 ${Math.max(0, dy)}px`;
    if (mayRise) dialog.style.height = `${heightPx.current + Math.max(0, -dy)}px`;
  }

  function letGo(point: SwipePoint | null) {
    const dialog = ref.current;
    if (swipe.current === null || dialog === null) return;
    const end = point === null ? swipe.current : moveSwipe(swipe.current, point);
    const way =
      point === null ? undefined : swipeDismisses(end, mayRise ? ["down", "up"] : ["down"]);
    const isFar = swipeOffset(end).dy > heightPx.current / 2;
    swipe.current = null;
    delete dialog.dataset["dragged"];
    dialog.style.removeProperty("translate");
    dialog.style.removeProperty("height");
    if (way === "up") rise?.onFull(true);
    else if (way === "down" && rise?.isFull && !isFar) rise.onFull(false);
    else if (way === "down") onAway();
  }

  const mayStart = useEffectEvent((target: EventTarget | null) => {
    const dialog = ref.current;
    if (!dismissible || dialog === null || !(target instanceof Element)) return false;
    if ("fresh" in dialog.dataset || "leaving" in dialog.dataset) return false;
    // A sheet over this one lies inside it in the document.
    if (target.closest("dialog") !== dialog || target.closest(ownGesture) !== null) return false;
    for (let one = target; one !== dialog && one.parentElement; one = one.parentElement)
      if (one.scrollTop > 0) return false;
    return true;
  });
  const goesUp = useEffectEvent(() => mayRise);
  const beginTouch = useEffectEvent(begin);
  const followTouch = useEffectEvent(follow);
  const endTouch = useEffectEvent(letGo);

  useEffect(() => {
    const dialog = ref.current;
    if (!shown || dialog === null) return;
    let began: SwipePoint | null = null;
    const start = (event: TouchEvent) => {
      const [touch] = event.touches;
      began =
        touch && event.touches.length === 1 && mayStart(event.target)
          ? pointOfTouch(touch, event)
          : null;
      if (event.touches.length > 1) endTouch(null);
    };
    const move = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!touch || began === null) return;
      const point = pointOfTouch(touch, event);
      if (swipe.current === null) {
        const [right, down] = [Math.abs(point.x - began.x), point.y - began.y];
        if (Math.max(right, Math.abs(down)) < decidedPx) return;
        const along = goesUp() ? Math.abs(down) : down;
        // Any other way it is a scroll, and stays one.
        if (along < right || !event.cancelable) return void (began = null);
        beginTouch(began);
      }
      if (event.cancelable) event.preventDefault();
      followTouch(point);
    };
    const end = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (began !== null)
        endTouch(touch && event.type === "touchend" ? pointOfTouch(touch, event) : null);
      began = null;
    };
    // It has to keep the browser from scrolling, so it may not be passive.
    dialog.addEventListener("touchmove", move, { passive: false });
    dialog.addEventListener("touchstart", start, { passive: true });
    dialog.addEventListener("touchend", end);
    dialog.addEventListener("touchcancel", end);
    return () => {
      dialog.removeEventListener("touchmove", move);
      dialog.removeEventListener("touchstart", start);
      dialog.removeEventListener("touchend", end);
      dialog.removeEventListener("touchcancel", end);
    };
  }, [ref, shown]);

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isButton = event.target instanceof Element && event.target.closest("button") !== null;
      // Fingers are followed over the whole sheet.
      if (!dismissible || event.pointerType === "touch" || event.button !== 0 || isButton) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      begin(pointOfPointer(event));
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== "touch") follow(pointOfPointer(event));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== "touch") letGo(pointOfPointer(event));
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== "touch") letGo(null);
    },
  };
}

function pointOfPointer(event: PointerEvent): SwipePoint {
  return { x: event.clientX, y: event.clientY, atMs: event.timeStamp };
}

function pointOfTouch(touch: Touch, event: TouchEvent): SwipePoint {
  return { x: touch.clientX, y: touch.clientY, atMs: event.timeStamp };
}
