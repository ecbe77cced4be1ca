import { billTypes, type Bill, type BillType } from "#protocol/wallet.ts";

/** Order of the filter: what people look for first. */
export const billTypeOrder: readonly BillType[] = [5, 6, 7, 8, 9, 10, 3, 4, 1, 2, 11, 12, 0];

const known: ReadonlySet<number> = new Set(Object.values(billTypes));

/** Whether the app has a name for this type; newer venues may know more. */
export function isBillType(type: number): type is BillType {
  return known.has(type);
}

/**
 * What an order did not use came back. The specification has one type for this and for a cancelled order;
 * the venue names the side where nobody cancelled.
 */
export function returnsUnused(bill: Pick<Bill, "type" | "ref_type" | "sub_type">): boolean {
  return (
    bill.type === billTypes.coinCancel &&
    bill.ref_type === "spot_order" &&
    (bill.sub_type === "buy" || bill.sub_type === "sell")
  );
}
