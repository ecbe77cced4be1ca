import { csvLine } from "./export-csv.ts";
import { createMovements, type Movement } from "./export-movements.ts";
import type { ExportWriter } from "./export-writer.ts";

const types: Record<Movement["kind"], { sent: string; received: string; both: string }> = {
  transfer: { sent: "Withdrawal", received: "Deposit", both: "Trade" },
  trade: { sent: "Withdrawal", received: "Deposit", both: "Trade" },
  result: {
    sent: "Derivatives / Futures Loss",
    received: "Derivatives / Futures Profit",
    both: "Trade",
  },
};

/**
 * The eleven columns of CoinTracking's CSV import (cointracking.info/import/import_csv), its English words
 * for types, `DD.MM.YYYY HH:MM:SS` in UTC. Fees are already off what was received. The exchange's name and
 * the group say that it is paper.
 */
export function createCoinTrackingWriter(): ExportWriter {
  const movements = createMovements();
  return {
    begin: () =>
      csvLine([
        "Type",
        "Buy Amount",
        "Buy Currency",
        "Sell Amount",
        "Sell Currency",
        "Fee",
        "Fee Currency",
        "Exchange",
        "Trade-Group",
        "Comment",
        "Date",
      ]),
    page: (bills) => {
      movements.take(bills);
      return "";
    },
    end: () =>
      movements
        .list()
        .map(({ id, at, kind, sent, received, text }) =>
          csvLine([
            types[kind][sent && received ? "both" : sent ? "sent" : "received"],
            received?.amount ?? "",
            received?.flag ?? "",
            sent?.amount ?? "",
            sent?.flag ?? "",
            "",
            "",
            "Godwit (paper)",
            "Paper",
            `${text} (${id})`,
            germanTime(at),
          ]),
        )
        .join(""),
  };
}

function germanTime(at: number): string {
  const [day = "", time = ""] = new Date(at).toISOString().slice(0, 19).split("T");
  return `${day.split("-").toReversed().join(".")} ${time}`;
}
