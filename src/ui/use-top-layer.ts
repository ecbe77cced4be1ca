import { useLayoutEffect, type RefObject } from "react";

/**
 * Shows a manual popover while `active`, and lifts it again over whatever layer opens after it: the top layer
 * stands in the order of showing. `host` says when the element moved.
 */
export function useTopLayer(
  ref: RefObject<HTMLElement | null>,
  active: boolean,
  host: HTMLElement | null,
): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || !active) return;
    element.showPopover();
    const lift = (event: Event) => {
      if (
        event.target === element ||
        !(event instanceof ToggleEvent) ||
        event.newState !== "open" ||
        !element.isConnected
      )
        return;
      element.hidePopover();
      element.showPopover();
    };
    document.addEventListener("toggle", lift, { capture: true });
    return () => {
      document.removeEventListener("toggle", lift, { capture: true });
      if (element.isConnected) element.hidePopover();
    };
  }, [ref, active, host]);
}
