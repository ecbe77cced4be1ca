import { type RefObject, useEffect, useLayoutEffect, useState } from "react";
import { visibleRange } from "../../market/list/visible-range.ts";

/** From so many rows on only those near the pane are drawn. */
const windowedFrom = 30;
/** Rows beyond the pane's edges. Each one costs a slow machine a part of every frame with prices. */
const overscan = 3;
/** Of a row before one is measured, CSS px. */
const usualRowPx = 45;

interface RowWindow {
  /** The rows to draw, from `first` up to but not including `end`. */
  first: number;
  end: number;
  /** Height of a row, CSS px. */
  rowPx: number;
}

/**
 * Which rows of a long table are near the pane that scrolls it; all of a short one. Rows are as tall as the first
 * that is drawn.
 * @param body holds the rows, each with `aria-rowindex`
 */
export function useRowWindow(
  body: RefObject<HTMLTableSectionElement | null>,
  count: number,
): RowWindow {
  const isWindowed = count > windowedFrom;
  const [range, setRange] = useState<RowWindow>({
    first: 0,
    end: windowedFrom,
    rowPx: usualRowPx,
  });
  useLayoutEffect(() => {
    const pane = body.current?.closest("#desk-lower");
    if (!isWindowed || !pane) return;
    let frame = 0;
    const measure = () => {
      frame = 0;
      if (!body.current) return;
      const rowPx =
        body.current.querySelector<HTMLElement>("[aria-rowindex]")?.offsetHeight ?? usualRowPx;
      const seen = pane.getBoundingClientRect();
      const top = body.current.getBoundingClientRect().top - seen.top;
      const { first, end } = visibleRange({
        count,
        rowHeight: rowPx,
        top,
        // 0 where the table begins below the pane's lower edge.
        viewportHeight: Math.max(0, seen.height - Math.max(0, top)),
        overscan,
      });
      setRange((last) =>
        last.first === first && last.end === end && last.rowPx === rowPx
          ? last
          : { first, end, rowPx },
      );
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    pane.addEventListener("scroll", later, { passive: true });
    const observer = new ResizeObserver(later);
    observer.observe(pane);
    return () => {
      cancelAnimationFrame(frame);
      pane.removeEventListener("scroll", later);
      observer.disconnect();
    };
  }, [body, count, isWindowed]);
  return isWindowed
    ? { ...range, end: Math.min(count, range.end) }
    : { first: 0, end: count, rowPx: range.rowPx };
}

/** The id of the row that has the focus: it stays in the page while it is out of sight. */
export function useFocusedRow(body: RefObject<HTMLElement | null>): string | null {
  const [focused, setFocused] = useState<string | null>(null);
  useEffect(() => {
    const element = body.current;
    if (!element) return;
    const idOf = (target: EventTarget | null) =>
      target instanceof Element && element.contains(target)
        ? (target.closest<HTMLElement>("[data-row]")?.dataset["row"] ?? null)
        : null;
    const onFocus = (event: FocusEvent) => setFocused(idOf(event.target));
    const onBlur = (event: FocusEvent) => setFocused(idOf(event.relatedTarget));
    element.addEventListener("focusin", onFocus);
    element.addEventListener("focusout", onBlur);
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("focusout", onBlur);
    };
  }, [body]);
  return focused;
}
