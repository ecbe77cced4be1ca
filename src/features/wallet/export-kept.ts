import * as v from "valibot";
import { walletEndpoints, type Bill } from "#protocol/wallet.ts";
import { forgetAll, keep, readKept } from "../../storage/device-store.ts";
import type { BillPage, ExportCursor } from "./export-gather.ts";

/** Forgotten with the other reads of whoever leaves. */
const prefixOf = (userId: string) => `queries:user:${userId}:export:`;
const headOf = (userId: string) => `${prefixOf(userId)}head`;
const pageOf = (userId: string, page: number) => `${prefixOf(userId)}${page}`;

const moment = v.optional(v.pipe(v.number(), v.safeInteger()));
const head = v.object({
  from: moment,
  to: moment,
  at: v.pipe(v.number(), v.safeInteger()),
  pages: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** Keeps the page an export got last, so that it goes on after a reload, and offline from what is there. */
export async function keepExportPage(userId: string, cursor: ExportCursor): Promise<void> {
  const { window, at, pages } = cursor;
  if (pages.length === 1) await forgetAll(prefixOf(userId));
  await keep(pageOf(userId, pages.length), pages.at(-1));
  await keep(headOf(userId), {
    ...(window.from !== undefined && { from: window.from }),
    ...(window.to !== undefined && { to: window.to }),
    at,
    pages: pages.length,
  });
}

/** The export this device has pages of; null where it has none. */
export async function readKeptExport(userId: string): Promise<ExportCursor | null> {
  const parsed = v.safeParse(head, await readKept(headOf(userId)));
  if (!parsed.success) return null;
  const { from, to, at, pages: count } = parsed.output;
  const pages: BillPage[] = [];
  for (let page = 1; page <= count; page++) {
    const read = v.safeParse(
      walletEndpoints.tradeRecord.data,
      await readKept(pageOf(userId, page)),
    );
    // What lies behind a lost page is of no use: the cursor goes on from there.
    if (!read.success) break;
    pages.push(read.output);
  }
  return pages.length === 0 ? null : { window: { from, to }, at, pages };
}

/** Entries of several copies as one list, newest first, each once. */
export function mergeBills(
  copies: readonly (readonly Bill[])[],
  { from, to }: { from: number | undefined; to: number | undefined },
): Bill[] {
  const byId = new Map(copies.flat().map((bill) => [bill.id, bill]));
  return [...byId.values()]
    .filter(({ create_time: at }) => at >= (from ?? -Infinity) && at <= (to ?? Infinity))
    .toSorted((a, b) => b.create_time - a.create_time || compareIds(b.id, a.id));
}

/** `<journal>-<seq>`, by number; what is not of that form stays as it came. */
function compareIds(a: string, b: string): number {
  const [journalA = 0, seqA = 0] = a.split("-").map(Number);
  const [journalB = 0, seqB = 0] = b.split("-").map(Number);
  return journalA - journalB || seqA - seqB || 0;
}
