import { useEffect, useState, type RefObject } from "react";

/** Whether a mouse rests on the element or focus is inside it. `active` and `host` say when it came or moved. */
export function useAttended(ref: RefObject<HTMLElement | null>, active: boolean, host: HTMLElement | null): boolean {
  const [attended, setAttended] = useState(false);

  useEffect(() => {
    const element = ref.current;
    if (element === null || !active) return;
    const look = () => setAttended(element.matches(":focus-within") || (matchMedia("(hover: hover)").matches && element.matches(":hover")));
    const events = ["pointerover", "pointerleave", "focusin", "focusout"] as const;
    // After the event, when the browser has moved hover and focus; a toast that goes away under the mouse sends nothing.
    const later = () => requestAnimationFrame(look);
    for (const name of events) element.addEventListener(name, later);
    const watcher = new MutationObserver(later);
    watcher.observe(element, { childList: true });
    return () => {
      watcher.disconnect();
      for (const name of events) element.removeEventListener(name, later);
      setAttended(false);
    };
  }, [ref, active, host]);

  return attended;
}
