const pressMs = 550;
/** A finger that moves further scrolls. */
const stillPx = 10;
/** What the browser makes of the same press comes within this time. */
const sameMs = 1000;

/**
 * Calls back for a press that lasts, a right click or the context-menu key on something within an element; the click
 * that ends such a press does not count.
 * @param act answers whether it had anything to do there
 * @returns the function that stops it
 */
export function followLongPress(element: HTMLElement, act: (target: Element) => boolean) {
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let start = { x: 0, y: 0 };
  let actedAt = Number.NEGATIVE_INFINITY;
  const hasActed = () => performance.now() - actedAt < sameMs;
  const cancel = () => clearTimeout(timer);
  const press = (target: EventTarget | null): boolean => {
    if (!(target instanceof Element) || !act(target)) return false;
    actedAt = performance.now();
    return true;
  };
  const listen = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => element.addEventListener(type, listener, { signal: over.signal, capture: true });

  listen("pointerdown", ({ pointerType, target, clientX, clientY }) => {
    cancel();
    if (pointerType !== "touch") return;
    start = { x: clientX, y: clientY };
    timer = setTimeout(press, pressMs, target);
  });
  listen("pointermove", ({ clientX, clientY }) => {
    if (Math.hypot(clientX - start.x, clientY - start.y) > stillPx) cancel();
  });
  listen("pointerup", cancel);
  listen("pointercancel", cancel);
  listen("contextmenu", (event) => {
    cancel();
    if (hasActed() || press(event.target)) event.preventDefault();
  });
  listen("click", (event) => {
    if (!hasActed()) return;
    event.preventDefault();
    event.stopPropagation();
  });
  return () => {
    cancel();
    over.abort();
  };
}
