import { useEffect, useState, type RefObject } from "react";

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Keyboard in a list whose rows come and go: arrow keys move from row to row (`[data-at]`), and the row
 * in focus is told by its `data-symbol`, so that it can be kept while it is out of sight.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>): string | null {
  const [focused, setFocused] = useState<string | null>(null);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onFocus = (event: FocusEvent) =>
      setFocused(rowOfTarget(event.target)?.dataset["symbol"] ?? null);
    const onBlur = (event: FocusEvent) => {
      if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget)))
        setFocused(null);
    };
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key];
      const row = rowOfTarget(event.target);
      if (step === undefined || !row) return;
      const next = element.querySelector<HTMLElement>(
        `[data-at="${Number(row.dataset["at"]) + step}"] button`,
      );
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element.addEventListener("focusin", onFocus);
    element.addEventListener("focusout", onBlur);
    element.addEventListener("keydown", onKey);
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("focusout", onBlur);
      element.removeEventListener("keydown", onKey);
    };
  }, [list]);

  return focused;
}

function rowOfTarget(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
}
