import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

/** Goes to the toasts and back; named in the region's label. */
export const toastsKey = "F8";

/**
 * The keyboard's way to the toasts and back: F8 from anywhere, arrows among them, and F8 again to return. Focus that goes away with
 * its toast moves on to the next one, and with the last back to where it came from.
 */
export function useToastFocus(
  region: RefObject<HTMLElement | null>,
  host: HTMLElement | null,
  toasts: readonly unknown[],
): void {
  const cameFrom = useRef<HTMLElement | null>(null);
  const focused = useRef<HTMLElement | null>(null);

  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key !== toastsKey ||
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        event.shiftKey
      )
        return;
      const inside = element.contains(document.activeElement);
      const target = inside ? cameFrom.current : newestOf(element);
      if (!inside && target === null) return;
      event.preventDefault();
      if (!inside)
        cameFrom.current =
          document.activeElement instanceof HTMLElement && document.activeElement !== document.body
            ? document.activeElement
            : null;
      if (inside && !target?.isConnected) (document.activeElement as HTMLElement | null)?.blur();
      else target?.focus();
    };
    const onIn = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement) focused.current = event.target;
      if (event.relatedTarget instanceof HTMLElement && !element.contains(event.relatedTarget))
        cameFrom.current = event.relatedTarget;
    };
    const onOut = (event: FocusEvent) => {
      // Some browsers tell it of what is being removed, too.
      queueMicrotask(() => {
        if (event.target === focused.current && focused.current?.isConnected)
          focused.current = null;
      });
    };
    const onArrow = (event: KeyboardEvent) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const items = [...element.querySelectorAll<HTMLElement>("li")];
      const at = items.findIndex((item) => item.contains(document.activeElement));
      if (step === undefined || at === -1) return;
      event.preventDefault();
      items[at + step]?.focus();
    };
    // A press takes no focus away from what is being typed, and holds no time up once it is over.
    const onPress = (event: MouseEvent) => event.preventDefault();
    document.addEventListener("keydown", onKey);
    element.addEventListener("keydown", onArrow);
    element.addEventListener("mousedown", onPress);
    element.addEventListener("focusin", onIn);
    element.addEventListener("focusout", onOut);
    return () => {
      document.removeEventListener("keydown", onKey);
      element.removeEventListener("keydown", onArrow);
      element.removeEventListener("mousedown", onPress);
      element.removeEventListener("focusin", onIn);
      element.removeEventListener("focusout", onOut);
    };
  }, [region, host]);

  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    (newestOf(element) ?? (cameFrom.current?.isConnected ? cameFrom.current : host))?.focus({
      preventScroll: true,
    });
  }, [region, host, toasts]);
}

function newestOf(region: HTMLElement): HTMLElement | null {
  return region.querySelector<HTMLElement>("li");
}
