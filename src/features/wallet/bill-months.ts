import type { Bill } from "#protocol/wallet.ts";
import { pageRows } from "../platform/kept-pages.ts";

export interface BillMonth {
  /** `2026-11`. */
  key: string;
  /** A moment in it, Unix ms, to name it by. */
  at: number;
  bills: readonly Bill[];
}

/** Bills of all pages as months of the device's zone, in the order they came; one that two pages hold stands once. */
export function billMonths(pages: readonly { list: readonly Bill[] }[]): BillMonth[] {
  const months: { key: string; at: number; bills: Bill[] }[] = [];
  for (const bill of pageRows({ pages })) {
    const key = monthOf(bill.create_time);
    const last = months.at(-1);
    if (last?.key === key) last.bills.push(bill);
    else months.push({ key, at: bill.create_time, bills: [bill] });
  }
  return months;
}

function monthOf(atMs: number): string {
  const date = new Date(atMs);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}
