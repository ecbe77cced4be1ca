/** A row's height at the usual size of text, CSS px. */
export const usualRowPx = 60;
const stackedBelowRem = 17;

/** Lines of text and their padding grow with the reader's font size; where it is large the figures have a line of their own (list-row.module.css). */
export function rowHeightPx(widthPx: number): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const lines = widthPx < stackedBelowRem * rem ? 4 : 2.5;
  return Math.max(usualRowPx, Math.ceil(lines * rem) + 16);
}
