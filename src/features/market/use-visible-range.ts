import { useLayoutEffect, useRef, useState, type RefObject } from "react";
import { rowHeightPx, usualRowPx } from "./row-height.ts";
import { visibleRange } from "./visible-range.ts";

const overscan = 6;
/** Drawn before the list's place is known, in the height that rows have at the usual size of text. */
const firstRows = 6;

/**
 * Follows the page, or whatever scrolls round the list, and tells which rows to draw; at most once a frame. The
 * first frame has only rows that are seen in it, so that a screen is there sooner; the others come with the next.
 */
export function useVisibleRange(
  list: RefObject<HTMLElement | null>,
  count: number,
): { first: number; end: number; rowHeight: number } {
  const [seen, setSeen] = useState({ first: 0, end: firstRows, rowHeight: usualRowPx });

  const isFirst = useRef(true);

  useLayoutEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const element = list.current;
      if (!element) return;
      const rowHeight = rowHeightPx(element.clientWidth);
      const { top } = element.getBoundingClientRect();
      const { first, end } = visibleRange({
        count,
        rowHeight,
        top,
        viewportHeight: window.innerHeight,
        overscan,
      });
      const isFilled =
        top >= 0 && top + firstRows * usualRowPx >= window.innerHeight && rowHeight === usualRowPx;
      if (isFirst.current && isFilled) {
        // The frame after the one that is being made.
        frame = requestAnimationFrame(() => (frame = requestAnimationFrame(measure)));
        isFirst.current = false;
        return;
      }
      isFirst.current = false;
      setSeen((held) =>
        held.first === first && held.end === end && held.rowHeight === rowHeight
          ? held
          : { first, end, rowHeight },
      );
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    // Captured, so that a scrolling sheet is heard as well as the page.
    document.addEventListener("scroll", later, { capture: true, passive: true });
    window.addEventListener("resize", later);
    const observer = new ResizeObserver(later);
    observer.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", later, { capture: true });
      window.removeEventListener("resize", later);
      observer.disconnect();
    };
  }, [list, count]);

  return { ...seen, end: Math.min(count, seen.end) };
}
