import { useEffect, useRef, useState, type PointerEvent } from "react";

/**
 * After so long at rest a finger slides over the prices, and no longer scrolls the page. By the times of its events: a
 * timer would run out while the page is too busy to hear of a move.
 */
const restMs = 150;
/** A finger that has moved further than this before scrolls. */
const restPx = 8;
/** A click that comes this soon after a pointer was lifted is the pointer's own. */
const ownClickMs = 700;

/** The price under a finger, and where its row stands. */
export interface PressedPrice {
  /** A plain decimal. */
  price: string;
  side: string;
  /** Middle of the row, px below the top of the element that listens. */
  y: number;
  /** Where there is room for a label: beside the element, or over its other half where it fills the screen. */
  room: "left" | "right" | "left-half" | "right-half";
}

/**
 * Choosing a price from rows that are lower than a finger and change while it comes down: the price under the
 * finger is shown beside it from the first touch on, it stays what it was then, sliding changes it, and lifting
 * the finger takes it. Leaving the rows or scrolling takes none. A row names its price in `data-price`.
 */
export function usePricePress(onPick: ((price: string) => void) | undefined) {
  const [pressed, setPressed] = useState<PressedPrice | null>(null);
  const hold = useRef({ pointer: -1, x: 0, y: 0, downAt: 0, slides: false, liftedAt: -Infinity });
  const listener = useRef<HTMLDivElement | null>(null);

  // React listens to touches passively, which cannot keep the page from scrolling.
  useEffect(() => {
    const element = listener.current;
    if (!element) return undefined;
    const keep = (event: TouchEvent) => {
      if (hold.current.slides && event.cancelable) event.preventDefault();
    };
    element.addEventListener("touchmove", keep, { passive: false });
    return () => element.removeEventListener("touchmove", keep);
  }, []);

  function at(x: number, y: number): PressedPrice | null {
    const element = listener.current;
    const row = document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-price]");
    const price = row?.dataset["price"];
    if (!element || !row || price === undefined || !element.contains(row)) return null;
    const [box, outer] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
    return {
      price,
      side: row.dataset["side"] ?? "",
      y: (box.top + box.bottom) / 2 - outer.top,
      room:
        outer.width > innerWidth / 2 + 48
          ? box.left > outer.left + outer.width / 4
            ? "left-half"
            : "right-half"
          : outer.left > innerWidth - outer.right
            ? "left"
            : "right",
    };
  }

  function end(): void {
    hold.current.pointer = -1;
    hold.current.slides = false;
    setPressed(null);
  }

  return {
    pressed,
    /** For what a keyboard or an assistive technology sets off: a pointer has chosen already. */
    pickByClick: (price: string): void => {
      if (performance.now() - hold.current.liftedAt > ownClickMs) onPick?.(price);
    },
    props: onPick && {
      ref: listener,
      onPointerDown(event: PointerEvent): void {
        if (!event.isPrimary || event.button !== 0) return;
        const { clientX: x, clientY: y, pointerId: pointer, timeStamp: downAt } = event;
        const found = at(x, y);
        if (!found) return;
        const slides = event.pointerType === "mouse";
        Object.assign(hold.current, { pointer, x, y, downAt, slides });
        setPressed(found);
      },
      onPointerMove(event: PointerEvent): void {
        const { pointer, x, y, downAt, slides } = hold.current;
        if (event.pointerId !== pointer) return;
        // A busy page hears of many moves in one, with the time of the last. Not every browser tells them apart.
        const [first = event] = event.nativeEvent.getCoalescedEvents?.() ?? [];
        if (first.timeStamp - downAt >= restMs) hold.current.slides = true;
        else if (!slides) {
          if (Math.hypot(event.clientX - x, event.clientY - y) > restPx) end();
          return;
        }
        const next = at(event.clientX, event.clientY);
        // The row under a finger at rest may change its price: what was shown stays.
        if (next && pressed && Math.abs(next.y - pressed.y) < 1) return;
        setPressed(next);
      },
      onPointerUp(event: PointerEvent): void {
        if (event.pointerId !== hold.current.pointer) return;
        hold.current.liftedAt = performance.now();
        if (pressed) onPick(pressed.price);
        end();
      },
      onPointerCancel: end,
      onContextMenu(event: { preventDefault: () => void }): void {
        if (hold.current.pointer !== -1) event.preventDefault();
      },
    },
  };
}
