import { csvLine, type ExportWriter, typeName } from "./export-format.ts";

/** Part of the file itself, since a file may be passed on without any explanation. */
const paperNotice = "Paper money: simulated funds, nothing here can be paid out.";

/** Writes every entry with all its fields, one to a line. */
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
            typeName(bill),
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

/** Writes every entry with all its fields, then the result of the check. */
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
          return `${comma}\n    ${JSON.stringify({ ...bill, kind: typeName(bill), time_utc: new Date(bill.create_time).toISOString() })}`;
        })
        .join(""),
    end: (check) => `${isFirst ? "" : "\n  "}],\n  "check": ${JSON.stringify(check)}\n}\n`,
  };
}
