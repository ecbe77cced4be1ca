import type { Balance, Bill } from "#protocol/wallet.ts";
import { createExportCheck, type ExportCheck, type ExportEnd } from "./export-check.ts";
import { createExportWriter, type ExportFacts, type ExportFormat } from "./export-writer.ts";

/** What entries are asked by: the moments are Unix ms, both included. */
export interface BillWindow {
  from: number | undefined;
  to: number | undefined;
}

export interface BillPage {
  list: readonly Bill[];
  total: number;
}

/** What an export needs of the venue and the device. */
export interface ExportSource {
  page: (window: BillWindow, page: number, signal: AbortSignal) => Promise<BillPage>;
  balances: (signal: AbortSignal) => Promise<readonly Balance[]>;
}

/** Where an export stands: handed back in, it goes on behind the last page it got. */
export interface ExportCursor {
  window: BillWindow;
  /** When it was begun, Unix ms on the venue's clock. */
  at: number;
  pages: BillPage[];
}

export interface ExportedFile {
  parts: readonly string[];
  facts: ExportFacts;
  check: ExportCheck;
}

export const exportPageSize = 100;
/** Entries that come while others are read are asked for until none came beside the balance. */
const settleTries = 5;

export interface ExportOrder {
  source: ExportSource;
  cursor: ExportCursor;
  signal: AbortSignal;
  /** Entries so far, and how many there are; after each page. */
  onProgress: (read: number, total: number) => void;
}

/**
 * Reads the entries of a window, newest first, page after page. A window up to now ends with the newest
 * entry of the first page, so that later ones move no page; the cursor grows by each page and is good for
 * going on after a failure.
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

/** What the account holds, and the entries after the window that led there: together they are held against the window's. */
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

/** The pieces of a file, and whether its entries come to the balance. An entry that two pages hold is taken once. */
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
    checker.take(fresh);
    parts.push(writer.page(fresh));
  }
  const check = checker.result(end);
  parts.push(writer.end(check, facts));
  return { parts, facts, check };
}
