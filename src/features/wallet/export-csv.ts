/** What a spreadsheet takes for the beginning of a formula, wide forms included, or skips before one. */
const beginsFormula = /^[\s=+\-@\u00a0\uff1d\uff0b\uff0d\uff20]/;
/** A figure is no formula, whatever its sign. */
const isFigure = /^-?\d+(\.\d+)?$/;
/** Semicolons and tabs divide cells too, where a spreadsheet is set so. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

/**
 * One cell of a CSV file by RFC 4180. Text that a spreadsheet would run gets an apostrophe before it
 * (reliability.md, 1.2.10); figures stay figures.
 */
export function csvCell(text: string): string {
  const safe = beginsFormula.test(text) && !isFigure.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A record with its end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Tells Excel that a file is UTF-8; other programs may show it as a stray character. */
export const byteOrderMark = "\ufeff";
