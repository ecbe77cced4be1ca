import type { Balance, Bill } from "#protocol/api/wallet.ts";
import { createExportCheck, type ExportCheck, type ExportEnd } from "./export-check.ts";
import type { ExportFacts, ExportFormat, ExportWriter } from "./export-format.ts";
import { createCsvWriter, createJsonWriter } from "./export-plain.ts";
import { createCoinTrackingWriter, createKoinlyWriter } from "./export-tax-tools.ts";

/** The period of an export, Unix ms, both ends included. */
export interface BillWindow {
  from: number | undefined;
  to: number | undefined;
}

export interface BillPage {
  list: readonly Bill[];
  total: number;
}

/** Reads from the venue that an export needs. */
export interface ExportSource {
  page: (window: BillWindow, page: number, signal: AbortSignal) => Promise<BillPage>;
  balances: (signal: AbortSignal) => Promise<readonly Balance[]>;
}

/** The progress of an export, from which it can continue after its last page. */
export interface ExportCursor {
  window: BillWindow;
  /** When the export began, Unix ms on the venue clock. */
  at: number;
  pages: BillPage[];
}

export interface ExportedFile {
  parts: readonly string[];
  facts: ExportFacts;
  check: ExportCheck;
}

export const exportPageSize = 100;
/** How often newer entries and balances are read again until no entry arrived between the two. */
const settleTries = 5;

export interface ExportOrder {
  source: ExportSource;
  cursor: ExportCursor;
  signal: AbortSignal;
  /** Called after each page with the entries read so far and their total. */
  onProgress: (read: number, total: number) => void;
}

/**
 * Reads the entries of a window, newest first, page after page. A window up to now ends with the newest
 * entry of the first page, so that later entries do not shift the pages. The cursor grows by each page, so an
 * export can continue after a failure.
 */
export async function gatherBills({
  source,
  cursor,
  signal,
  onProgress,
}: ExportOrder): Promise<void> {
  for (;;) {
    const last = cursor.pages.at(-1);
    const total = last?.total ?? 0;
    if (last) onProgress(Math.min(total, cursor.pages.length * exportPageSize), total);
    if (isComplete(cursor)) return;
    signal.throwIfAborted();
    const window = {
      ...cursor.window,
      to: cursor.window.to ?? cursor.pages[0]?.list[0]?.create_time,
    };
    cursor.pages.push(await source.page(window, cursor.pages.length + 1, signal));
  }
}

export function isComplete({ pages }: Pick<ExportCursor, "pages">): boolean {
  const last = pages.at(-1);
  return last !== undefined && pages.length * exportPageSize >= last.total;
}

/** Reads the balances and the entries after the window, with which the entries of the window are checked. */
export async function readEnd({
  source,
  cursor,
  signal,
}: Omit<ExportOrder, "onProgress">): Promise<{
  balances: readonly Balance[] | null;
  newer: readonly Bill[];
}> {
  if (cursor.window.to !== undefined) return { balances: null, newer: [] };
  const newest = cursor.pages[0]?.list[0]?.create_time;
  const after = async () => {
    const window = { from: newest === undefined ? cursor.window.from : newest + 1, to: undefined };
    const newer: Bill[] = [];
    for (let page = 1; ; page++) {
      const { list, total } = await source.page(window, page, signal);
      newer.push(...list);
      if (page * exportPageSize >= total) return newer;
    }
  };
  let newer = await after();
  for (let tries = 0; ; tries++) {
    const balances = await source.balances(signal);
    const again = await after();
    if (again.length === newer.length || tries === settleTries) return { balances, newer: again };
    newer = again;
  }
}

/** Writes the parts of a file and checks its entries against the balances. An entry on two pages is written once. */
export function writeExport(
  format: ExportFormat,
  pages: readonly (readonly Bill[])[],
  { facts, ...end }: ExportEnd & { facts: ExportFacts },
): ExportedFile {
  const writer = createExportWriter(format);
  const checker = createExportCheck();
  const parts = [writer.begin(facts)];
  const seen = new Set<string>();
  for (const page of pages) {
    const fresh = page.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    checker.add(fresh);
    parts.push(writer.page(fresh));
  }
  const check = checker.result(end);
  parts.push(writer.end(check, facts));
  return { parts, facts, check };
}

function createExportWriter(format: ExportFormat): ExportWriter {
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
