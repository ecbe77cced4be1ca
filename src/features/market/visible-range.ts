export interface WindowFacts {
  count: number;
  /** CSS px of one row. */
  rowHeight: number;
  /** Top edge of the list from the top of the viewport, CSS px; negative once scrolled past. */
  top: number;
  viewportHeight: number;
  /** Rows kept ready above and below. */
  overscan: number;
}

/**
 * Which rows to draw: from `first` up to, not including, `end`. Always a full viewport's worth, wherever
 * the list stands, so that a sheet on its way in is filled already. Steps by four rows, so that slow
 * scrolling does not draw anew for each.
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
