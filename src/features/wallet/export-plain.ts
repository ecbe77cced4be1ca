import { billTypes, type Bill } from "#protocol/wallet.ts";
import { csvLine } from "./export-csv.ts";
import type { ExportWriter } from "./export-writer.ts";

/** Stands in every file, since files are sent on without what was said beside them. */
const paperNotice = "Paper money: simulated funds, nothing here can be paid out.";

const names = new Map<number, string>(
  Object.entries(billTypes).map(([name, type]) => [type, name]),
);

/** The name of a type for programs, the same in every language. */
export function kindOf({ type }: Pick<Bill, "type">): string {
  return type === billTypes.unknown ? "other" : (names.get(type) ?? "other");
}

/** Every entry as the venue keeps it, one to a line. */
export function createCsvWriter(): ExportWriter {
  return {
    begin: () =>
      csvLine([
        "id",
        "time_utc",
        "type",
        "kind",
        "sub_type",
        "currency",
        "amount",
        "balance_after",
        "ref_type",
        "ref_id",
        "journal_id",
        "remark",
        "money",
      ]),
    page: (bills) =>
      bills
        .map((bill) =>
          csvLine([
            bill.id,
            new Date(bill.create_time).toISOString(),
            String(bill.type),
            kindOf(bill),
            bill.sub_type,
            bill.flag,
            bill.amount,
            bill.balance_after ?? "",
            bill.ref_type,
            bill.ref_id,
            bill.journal_id ?? "",
            bill.remark,
            "paper",
          ]),
        )
        .join(""),
    end: () => "",
  };
}

/** Every entry as the venue keeps it, then what was checked. */
export function createJsonWriter(): ExportWriter {
  let isFirst = true;
  return {
    begin: ({ from, to, isPartial }) => {
      const head = {
        format: "godwit-history",
        version: 1,
        paper: true,
        notice: paperNotice,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        partial: isPartial,
      };
      return `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "entries": [`;
    },
    page: (bills) =>
      bills
        .map((bill) => {
          const comma = isFirst ? "" : ",";
          isFirst = false;
          return `${comma}\n    ${JSON.stringify({ ...bill, kind: kindOf(bill), time_utc: new Date(bill.create_time).toISOString() })}`;
        })
        .join(""),
    end: (check) => `${isFirst ? "" : "\n  "}],\n  "check": ${JSON.stringify(check)}\n}\n`,
  };
}
