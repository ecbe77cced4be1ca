import type { Bill } from "#protocol/api/wallet.ts";
import { pageRows } from "../../../platform/lists/paged-rows.ts";

export interface BillMonth {
  /** `2026-11`. */
  key: string;
  /** A moment in the month, Unix ms, to format its name. */
  at: number;
  bills: readonly Bill[];
}

/** Groups the bills of all pages by month in the device's time zone, in their order; a bill on two pages appears once. */
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
