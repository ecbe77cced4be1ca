/** So far beyond the edge of what scrolls it an element counts as near; the page is one of those, too. */
const margin = "50% 0px";

const listeners = new Map<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Calls `listener` when an element comes into sight or near it, and when it goes, soon also for where it is now. Returns
 * a function that stops that.
 */
export function watchNear(element: Element, listener: (isNear: boolean) => void): () => void {
  if (typeof IntersectionObserver === "undefined") return () => undefined;
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
    },
    { scrollMargin: margin },
  );
  listeners.set(element, listener);
  observer.observe(element);
  return () => {
    listeners.delete(element);
    observer?.unobserve(element);
  };
}
