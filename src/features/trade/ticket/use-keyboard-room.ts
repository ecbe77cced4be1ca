import { type RefObject, useEffect } from "react";

/** A page that loses this share of its height while a field has the focus has a keyboard on it. */
const keyboardShare = 0.25;
/** What the style sheet takes without a height. */
const usualSubmitPx = 76;

/**
 * Tells a ticket's style sheet of the keyboard on screen: `data-typing` while there is one, `--keyboard` where it lies
 * over the page instead of taking its room, and `--submit-height` for what stands above the button, where that is
 * not the usual one. For each value that changes the browser computes the styles of the whole ticket.
 */
export function useKeyboardRoom(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (viewport === null) return;
    const submit = form.current?.querySelector<HTMLElement>("[data-sticky-bottom]");
    const tallest = new Map<number, number>();
    let [lastOver, lastSubmit] = [0, usualSubmitPx];
    const look = () => {
      const element = form.current;
      if (element === null) return;
      const [width, whole] = [window.innerWidth, window.innerHeight];
      const tall = Math.max(whole, tallest.get(width) ?? 0);
      tallest.set(width, tall);
      // A page that is zoomed into shows less of itself too.
      const shown = viewport.scale > 1.01 ? whole : viewport.height;
      const isTyping =
        element.querySelector("input:focus") !== null && shown < tall * (1 - keyboardShare);
      const over = isTyping ? Math.round(Math.max(0, whole - shown - viewport.offsetTop)) : 0;
      const height = submit?.offsetHeight ?? 0;
      const room = isTyping ? height : Math.max(height, usualSubmitPx);
      element.toggleAttribute("data-typing", isTyping);
      if (over !== lastOver) element.style.setProperty("--keyboard", `${(lastOver = over)}px`);
      if (room !== lastSubmit)
        element.style.setProperty("--submit-height", `${(lastSubmit = room)}px`);
    };
    // It calls once at first, when the page is laid out: asked before that, a new screen would be laid out at once.
    const observer = new ResizeObserver(look);
    if (submit) observer.observe(submit);
    else look();
    const over = new AbortController();
    for (const type of ["resize", "scroll"]) viewport.addEventListener(type, look, over);
    for (const type of ["focusin", "focusout"]) document.addEventListener(type, look, over);
    return () => {
      observer.disconnect();
      over.abort();
    };
  }, [form]);
}
