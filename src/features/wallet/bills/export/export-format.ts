import { type Bill, billTypes } from "#protocol/api/wallet.ts";
import type { ExportCheck } from "./export-check.ts";

export type ExportFormat = "csv" | "json" | "koinly" | "cointracking";

/** The period of a file, and whether it is complete. */
export interface ExportFacts {
  /** First and last moment, Unix ms. */
  from: number;
  to: number;
  /** Made from the copy on this device: entries may be missing. */
  isPartial: boolean;
}

/** Turns pages of entries, newest first, into the parts of a file. */
export interface ExportWriter {
  begin: (facts: ExportFacts) => string;
  page: (bills: readonly Bill[]) => string;
  end: (check: ExportCheck, facts: ExportFacts) => string;
}

/** `godwit-paper-koinly-2026-11-01-to-2026-11-22.csv`; days in UTC, like the times inside. */
export function exportFileName(format: ExportFormat, { from, to, isPartial }: ExportFacts): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const what = format === "csv" || format === "json" ? "history" : format;
  return `godwit-paper-${what}-${day(from)}-to-${day(to)}${isPartial ? "-partial" : ""}.${format === "json" ? "json" : "csv"}`;
}

/** Whether a spreadsheet opens the format, so that a byte order mark may be useful. */
export function isTable(format: ExportFormat): boolean {
  return format !== "json";
}

const names = new Map<number, string>(
  Object.entries(billTypes).map(([name, type]) => [type, name]),
);

/** The name of a bill type for programs, the same in every language. */
export function typeName({ type }: Pick<Bill, "type">): string {
  return type === billTypes.unknown ? "other" : (names.get(type) ?? "other");
}

/** Characters that begin a formula in a spreadsheet (full-width forms included), or that it skips before one. */
const beginsFormula = /^[\s=+\-@\u00a0\uff1d\uff0b\uff0d\uff20]/;
/** A number is no formula, whatever its sign. */
const isFigure = /^-?\d+(\.\d+)?$/;
/** In some locales spreadsheets separate cells by semicolons or tabs. */
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

/**
 * One cell of a CSV file by RFC 4180. Text that a spreadsheet would run as a formula gets an
 * apostrophe before it (reliability.md, 1.2.10); numbers stay numbers.
 */
export function csvCell(text: string): string {
  const safe = beginsFormula.test(text) && !isFigure.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A record of a CSV file with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Tells Excel that a file is UTF-8; some other programs show it as a character. */
export const byteOrderMark = "\ufeff";
