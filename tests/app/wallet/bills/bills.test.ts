import { expect, test } from "vitest";
import { billTypes, type Bill } from "#protocol/api/wallet.ts";
import {
  billRequest,
  billTypeOrder,
  countFilters,
  isBackwards,
  isBillType,
  toggleType,
  typesOf,
} from "../../../../src/features/wallet/bills/bill-filters.ts";
import {
  contractBillMessages,
  returnsUnused,
} from "../../../../src/features/wallet/bills/bill-messages.ts";
import { billMonths } from "../../../../src/features/wallet/bills/history/bill-months.ts";

test("the filter offers all thirteen types, and no other number is one", () => {
  const types = Object.values(billTypes).toSorted((a, b) => a - b);
  expect(types).toHaveLength(13);
  expect(billTypeOrder.toSorted((a, b) => a - b)).toEqual(types);
  expect([...types, 13, 37, -1, 1.5].filter(isBillType)).toEqual(types);
});

test("the unused part of a market order is distinguished from a cancelled order", () => {
  const release = { type: billTypes.coinCancel, ref_type: "spot_order", sub_type: "buy" };
  expect(returnsUnused(release)).toBe(true);
  expect(
    [
      { ...release, sub_type: "cancel" },
      { ...release, ref_type: "" },
      { ...release, type: billTypes.coinTrading },
    ].map(returnsUnused),
  ).toEqual([false, false, false]);
});

test("each way a contract moves the balance has its own name", () => {
  const text = (type: number, sub_type: string, amount = "-10.00") =>
    contractBillMessages({ type, sub_type, amount })?.title.message;
  const titles = [
    text(8, "open"),
    text(8, "margin"),
    text(8, "margin", "10.00"),
    text(9, "open"),
    text(10, "manual"),
    text(10, "tp"),
    text(10, "sl"),
    text(10, "liquidation"),
  ];
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).not.toContain(undefined);
  expect([text(5, "buy"), text(10, "other"), text(8, "funding")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("days become moments in the time zone of the device, the last day included", () => {
  expect(billRequest({ from: "2026-11-01", to: "2026-11-21", type: "5,6", flag: "BTC" })).toEqual({
    type: "5,6",
    flag: "BTC",
    start_time: new Date(2026, 10, 1).getTime(),
    end_time: new Date(2026, 10, 22).getTime() - 1,
  });
  expect(billRequest({})).toEqual({});
});

test("the entries of one order are requested by reference, and count as a filter", () => {
  expect(billRequest({ order: "7301" })).toEqual({ ref_type: "spot_order", ref_id: "7301" });
  expect(countFilters({ order: "7301" })).toBe(1);
});

test("an invalid day and an invalid type are left out", () => {
  expect(billRequest({ from: "2026-02-30", to: "yesterday", type: "99,x,5" })).toEqual({
    type: "5",
  });
});

test("types are added and removed; removing the last one removes the filter", () => {
  const one = toggleType({}, 6);
  expect(toggleType(one, 5)).toEqual({ type: "5,6" });
  expect(toggleType(one, 6)).toEqual({ type: undefined });
  expect(typesOf({ type: "5,6" })).toEqual([5, 6]);
  expect(countFilters({ type: "5,6", flag: "BTC", from: undefined })).toBe(2);
});

test("a range that runs backwards is detected", () => {
  expect(isBackwards({ from: "2026-11-21", to: "2026-11-20" })).toBe(true);
  expect(isBackwards({ from: "2026-11-21", to: "2026-11-21" })).toBe(false);
  expect(isBackwards({ from: "2026-11-21" })).toBe(false);
});

const bill = (id: string, at: Date): Bill => ({
  id,
  flag: "USDT",
  type: 5,
  sub_type: "",
  amount: "-1",
  balance_after: "1",
  ref_type: "",
  ref_id: "",
  create_time: at.getTime(),
  remark: "",
});

test("months keep the order of the pages, and a bill on two pages appears once", () => {
  const november = [bill("9", new Date(2026, 10, 2)), bill("8", new Date(2026, 10, 1, 0, 0, 0))];
  const october = [
    bill("8", new Date(2026, 10, 1)),
    bill("7", new Date(2026, 9, 31, 23, 59, 59)),
    bill("6", new Date(2026, 9, 31, 23, 59, 59)),
  ];
  expect(
    billMonths([{ list: november }, { list: october }]).map(({ key, bills }) => [
      key,
      bills.map(({ id }) => id),
    ]),
  ).toEqual([
    ["2026-11", ["9", "8"]],
    ["2026-10", ["7", "6"]],
  ]);
});
