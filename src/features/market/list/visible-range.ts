import { rootPx } from "../../../lib/root-px.ts";

/** A row's height at the default text size, CSS px. */
export const usualRowPx = 60;
const stackedBelowRem = 17;

/** The height of a row in CSS px. It grows with the reader's font size; in a narrow list the figures have a line of their own (list-row.module.css). */
export function rowHeightPx(widthPx: number): number {
  const rem = rootPx();
  const lines = widthPx < stackedBelowRem * rem ? 4 : 2.5;
  return Math.max(usualRowPx, Math.ceil(lines * rem) + 16);
}

interface WindowFacts {
  count: number;
  /** CSS px of one row. */
  rowHeight: number;
  /** Top edge of the list from the top of the viewport, CSS px; negative once scrolled past. */
  top: number;
  viewportHeight: number;
  /** Rows drawn beyond the viewport, above and below. */
  overscan: number;
}

/**
 * The rows to draw, from `first` up to but not including `end`. They always fill a viewport, wherever the list
 * is, so that an opening sheet is filled. The range moves in steps of four rows, so that slow scrolling does
 * not render at each row.
 */
export function visibleRange({ count, rowHeight, top, viewportHeight, overscan }: WindowFacts): {
  first: number;
  end: number;
} {
  if (count <= 0 || rowHeight <= 0) return { first: 0, end: 0 };
  const step = 4;
  const perViewport = Math.ceil(viewportHeight / rowHeight);
  const atTop = Math.min(
    Math.max(0, Math.floor(-top / rowHeight)),
    Math.max(0, count - perViewport),
  );
  const first = Math.max(0, Math.floor((atTop - overscan) / step) * step);
  const end = Math.min(count, Math.ceil((atTop + perViewport + overscan) / step) * step);
  return { first, end };
}
