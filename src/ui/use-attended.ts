import { useEffect, useState, type RefObject } from "react";

/**
 * Whether a mouse rests on the element, a finger or button is down on it, or focus is inside it.
 * `active` and `host` say when it came or moved.
 */
export function useAttended(
  ref: RefObject<HTMLElement | null>,
  active: boolean,
  host: HTMLElement | null,
): boolean {
  const [attended, setAttended] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (element === null || !active) return;
    const pressing = new Set<number>();
    const look = () =>
      setAttended(
        pressing.size > 0 ||
          element.matches(":focus-within") ||
          (matchMedia("(hover: hover)").matches && element.matches(":hover")),
      );
    const events = ["pointerover", "pointerleave", "focusin", "focusout"] as const;
    // After the event, when the browser has moved hover and focus; a toast that goes away under the mouse sends nothing.
    const later = () => requestAnimationFrame(look);
    const press = (event: PointerEvent) => {
      pressing.add(event.pointerId);
      look();
    };
    // At the window: what was pressed may be gone by the time it is let go.
    const letGo = (event: PointerEvent) => {
      if (pressing.delete(event.pointerId)) later();
    };
    for (const name of events) element.addEventListener(name, later);
    element.addEventListener("pointerdown", press);
    addEventListener("pointerup", letGo, { capture: true });
    addEventListener("pointercancel", letGo, { capture: true });
    const watcher = new MutationObserver(later);
    watcher.observe(element, { childList: true, subtree: true });
    return () => {
      watcher.disconnect();
      for (const name of events) element.removeEventListener(name, later);
      element.removeEventListener("pointerdown", press);
      removeEventListener("pointerup", letGo, { capture: true });
      removeEventListener("pointercancel", letGo, { capture: true });
      setAttended(false);
    };
  }, [ref, active, host]);

  return attended;
}
