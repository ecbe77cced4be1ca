import { billTypes, type BillType } from "#protocol/wallet.ts";

/** Order of the filter: what people look for first. */
export const billTypeOrder: readonly BillType[] = [5, 6, 7, 8, 9, 10, 3, 4, 1, 2, 11, 12, 0];

const known: ReadonlySet<number> = new Set(Object.values(billTypes));

/** Whether the app has a name for this type; newer venues may know more. */
export function isBillType(type: number): type is BillType {
  return known.has(type);
}
