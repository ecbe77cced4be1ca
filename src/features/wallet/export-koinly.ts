import { csvLine } from "./export-csv.ts";
import { createMovements } from "./export-movements.ts";
import type { ExportWriter } from "./export-writer.ts";

/**
 * The columns of Koinly's universal template and its date in UTC
 * (support.koinly.io/en/articles/9489976-how-to-create-a-custom-csv-file-with-your-data). Stakes, margins
 * and what came back of them have the label of profits and losses (…/9490027-futures-and-perpetuals-pnl-transactions):
 * sent counts as loss, received as gain, and the two of a closed contract come to its result. Fees are
 * already off what was received.
 */
export function createKoinlyWriter(): ExportWriter {
  const movements = createMovements();
  return {
    begin: () =>
      csvLine([
        "Date",
        "Sent Amount",
        "Sent Currency",
        "Received Amount",
        "Received Currency",
        "Fee Amount",
        "Fee Currency",
        "Net Worth Amount",
        "Net Worth Currency",
        "Label",
        "Description",
        "TxHash",
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
            `${new Date(at).toISOString().slice(0, 19).replace("T", " ")} UTC`,
            sent?.amount ?? "",
            sent?.flag ?? "",
            received?.amount ?? "",
            received?.flag ?? "",
            "",
            "",
            "",
            "",
            kind === "result" ? "realized gain" : "",
            text,
            id,
          ]),
        )
        .join(""),
  };
}
