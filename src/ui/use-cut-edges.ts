import { useEffect, type RefObject } from "react";

/** Tells by `data-more-before` and `data-more-after` on which sides a row that scrolls sideways goes on. */
export function useCutEdges(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const tell = () => {
      const rest = element.scrollWidth - element.clientWidth;
      element.toggleAttribute("data-more-before", element.scrollLeft > 1);
      element.toggleAttribute("data-more-after", element.scrollLeft < rest - 1);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    element.addEventListener("scroll", tell, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", tell);
    };
  }, [row]);
}
