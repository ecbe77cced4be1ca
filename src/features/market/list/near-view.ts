/** So far beyond the visible part of what scrolls it, such as the page or a sheet, an element still counts as near. */
const margin = "50% 0px";

const listeners = new Map<Element, (isNear: boolean) => void>();
let observer: IntersectionObserver | undefined;

/**
 * Calls `listener` when an element comes near what is in sight and when it leaves, and once soon after the start. Returns
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
