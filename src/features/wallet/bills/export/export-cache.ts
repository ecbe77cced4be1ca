import * as v from "valibot";
import { walletEndpoints, type Bill } from "#protocol/api/wallet.ts";
import { removeWhere, setItem } from "../../../../storage/database.ts";
import { stored } from "../../../../storage/stored.ts";
import type { BillPage, ExportCursor } from "./export-gather.ts";

const moment = v.optional(v.pipe(v.number(), v.safeInteger()));
const head = stored(
  "queries:user:{user}:export:head",
  v.object({
    from: moment,
    to: moment,
    at: v.pipe(v.number(), v.safeInteger()),
    pages: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
);
const page = stored("queries:user:{user}:export:{page}", walletEndpoints.tradeRecord.data);

/** Stores the last page of an export, so that it can continue after a reload, and offline from these pages. */
export async function storeExportPage(userId: string, cursor: ExportCursor): Promise<void> {
  const { window, at, pages } = cursor;
  const last = pages.at(-1);
  if (!last) return;
  if (pages.length === 1) {
    const prefix = page.keyOf(userId, "");
    await removeWhere((key) => key.startsWith(prefix));
  }
  await setItem(page.keyOf(userId, String(pages.length)), last);
  await head.write(
    {
      ...(window.from !== undefined && { from: window.from }),
      ...(window.to !== undefined && { to: window.to }),
      at,
      pages: pages.length,
    },
    userId,
  );
}

/** The stored export; null where this device has none. */
export async function readStoredExport(userId: string): Promise<ExportCursor | null> {
  const found = await head.read(userId);
  if (!found) return null;
  const { from, to, at, pages: count } = found;
  const pages: BillPage[] = [];
  for (let number = 1; number <= count; number++) {
    const read = await page.read(userId, String(number));
    // Pages behind a lost one are of no use: the export continues from the gap.
    if (!read) break;
    pages.push(read);
  }
  return pages.length === 0 ? null : { window: { from, to }, at, pages };
}

/** Merges copies of entries into one list, newest first, without duplicates. */
export function mergeBills(
  copies: readonly (readonly Bill[])[],
  { from, to }: { from: number | undefined; to: number | undefined },
): Bill[] {
  const byId = new Map(copies.flat().map((bill) => [bill.id, bill]));
  return [...byId.values()]
    .filter(({ create_time: at }) => at >= (from ?? -Infinity) && at <= (to ?? Infinity))
    .toSorted((a, b) => b.create_time - a.create_time || compareIds(b.id, a.id));
}

/** Compares ids `<journal>-<seq>` by number; ids of another form keep their order. */
function compareIds(a: string, b: string): number {
  const [journalA = 0, seqA = 0] = a.split("-").map(Number);
  const [journalB = 0, seqB = 0] = b.split("-").map(Number);
  return journalA - journalB || seqA - seqB || 0;
}
