import type { Bill } from "#protocol/wallet.ts";
import type { ExportCheck } from "./export-check.ts";
import { createCoinTrackingWriter } from "./export-cointracking.ts";
import { createKoinlyWriter } from "./export-koinly.ts";
import { createCsvWriter, createJsonWriter } from "./export-plain.ts";

const exportFormats = ["csv", "json", "koinly", "cointracking"] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What a file says of itself. */
export interface ExportFacts {
  /** First and last moment, Unix ms. */
  from: number;
  to: number;
  /** Made of what this device had: older or other entries may be missing. */
  isPartial: boolean;
}

/** Turns pages of entries, newest first, into the text of a file, piece by piece. */
export interface ExportWriter {
  begin: (facts: ExportFacts) => string;
  page: (bills: readonly Bill[]) => string;
  end: (check: ExportCheck, facts: ExportFacts) => string;
}

export function createExportWriter(format: ExportFormat): ExportWriter {
  switch (format) {
    case "csv":
      return createCsvWriter();
    case "json":
      return createJsonWriter();
    case "koinly":
      return createKoinlyWriter();
    case "cointracking":
      return createCoinTrackingWriter();
  }
}

/** `godwit-paper-koinly-2026-11-01-to-2026-11-22.csv`; days of UTC, as the times inside. */
export function exportFileName(format: ExportFormat, { from, to, isPartial }: ExportFacts): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const what = format === "csv" || format === "json" ? "history" : format;
  return `godwit-paper-${what}-${day(from)}-to-${day(to)}${isPartial ? "-partial" : ""}.${format === "json" ? "json" : "csv"}`;
}

/** Formats a spreadsheet opens, for which a mark of the encoding may be wished. */
export function isTable(format: ExportFormat): boolean {
  return format !== "json";
}
