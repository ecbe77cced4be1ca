import { type Bill, billTypes } from "#protocol/api/wallet.ts";
import { formatAmount, parseSigned, trimZeros } from "#protocol/wire/amount.ts";
import { type ExportWriter, csvLine, typeName } from "./export-format.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

interface MovementSide {
  flag: string;
  /** Decimal text without a sign. */
  amount: string;
}

/** A transaction as tax tools count it: the net amounts that one order or request moved. */
interface Movement {
  id: string;
  /** Time of its last entry, Unix ms. */
  at: number;
  /** `result`: stakes, margins, profits and losses of contracts. */
  kind: "transfer" | "trade" | "result";
  sent: MovementSide | undefined;
  received: MovementSide | undefined;
  /** A description in English, like the tools' own terms. */
  text: string;
}

interface Group {
  id: string;
  at: number;
  last: Bill;
  nets: Map<string, bigint>;
}

/** Entries with the same reference of these types form one movement: what an order reserved, received and returned is one trade. */
const groupedRefTypes: ReadonlySet<string> = new Set([
  "spot_order",
  "second_order",
  "contract_order",
  "contract_position",
  "withdrawal",
]);
const resultTypes: ReadonlySet<number> = new Set([
  billTypes.secondsTrading,
  billTypes.secondsProfit,
  billTypes.perpetualTrading,
  billTypes.perpetualCancel,
  billTypes.perpetualClose,
]);

/**
 * Groups entries, newest first, into movements. Their sum per currency is the sum of the entries: what an open
 * order has reserved counts as sent until it ends, and an amount returned in full makes no movement.
 */
function createMovements(): {
  add: (bills: readonly Bill[]) => void;
  list: () => Movement[];
} {
  const groups = new Map<string, Group>();
  return {
    add(bills) {
      for (const bill of bills) {
        const id =
          groupedRefTypes.has(bill.ref_type) && bill.ref_id !== ""
            ? `${bill.ref_type}-${bill.ref_id}`
            : bill.id;
        const group: Group = groups.get(id) ?? {
          id,
          at: bill.create_time,
          last: bill,
          nets: new Map(),
        };
        group.nets.set(
          bill.flag,
          (group.nets.get(bill.flag) ?? 0n) + (parseSigned(bill.amount, scale) ?? 0n),
        );
        groups.set(id, group);
      }
    },
    list: () => [...groups.values()].flatMap(movementsOf),
  };
}

function movementsOf({ id, at, last, nets }: Group): Movement[] {
  const sides = [...nets].filter(([, net]) => net !== 0n);
  const [sent, received] = [
    sides.filter(([, net]) => net < 0n).map(toSide),
    sides.filter(([, net]) => net > 0n).map(toSide),
  ];
  const text = textOf(last);
  if (sent.length === 1 && received.length === 1)
    return [{ id, at, kind: "trade", sent: sent[0], received: received[0], text }];
  const kind = resultTypes.has(last.type) ? "result" : "transfer";
  return [
    ...sent.map(
      (side) =>
        ({
          id: sides.length > 1 ? `${id}-${side.flag}` : id,
          at,
          kind,
          sent: side,
          received: undefined,
          text,
        }) as const,
    ),
    ...received.map(
      (side) =>
        ({
          id: sides.length > 1 ? `${id}-${side.flag}` : id,
          at,
          kind,
          sent: undefined,
          received: side,
          text,
        }) as const,
    ),
  ];
}

function toSide([flag, net]: [string, bigint]): MovementSide {
  return { flag, amount: trimZeros(formatAmount(net < 0n ? -net : net, scale)) };
}

function textOf(bill: Bill): string {
  return `Paper: ${typeName(bill)}${bill.ref_id === "" ? "" : `, ${bill.ref_type.replaceAll("_", " ")} ${bill.ref_id}`}`;
}

/**
 * The columns of Koinly's universal template and its date in UTC
 * (support.koinly.io/en/articles/9489976-how-to-create-a-custom-csv-file-with-your-data). Stakes, margins
 * and their returns have the label of profits and losses (…/9490027-futures-and-perpetuals-pnl-transactions):
 * sent counts as loss, received as gain, and both together are the result of a closed contract. Fees are
 * already deducted from what was received.
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
      movements.add(bills);
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

const coinTrackingTypes: Record<
  Movement["kind"],
  { sent: string; received: string; both: string }
> = {
  transfer: { sent: "Withdrawal", received: "Deposit", both: "Trade" },
  trade: { sent: "Withdrawal", received: "Deposit", both: "Trade" },
  result: {
    sent: "Derivatives / Futures Loss",
    received: "Derivatives / Futures Profit",
    both: "Trade",
  },
};

/**
 * The eleven columns of CoinTracking's CSV import (cointracking.info/import/import_csv) with its English
 * type names and `DD.MM.YYYY HH:MM:SS` in UTC. Fees are already deducted from what was received. The names of
 * the exchange and the group say that it is paper money.
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
      movements.add(bills);
      return "";
    },
    end: () =>
      movements
        .list()
        .map(({ id, at, kind, sent, received, text }) =>
          csvLine([
            coinTrackingTypes[kind][sent && received ? "both" : sent ? "sent" : "received"],
            received?.amount ?? "",
            received?.flag ?? "",
            sent?.amount ?? "",
            sent?.flag ?? "",
            "",
            "",
            "Godwit (paper)",
            "Paper",
            `${text} (${id})`,
            coinTrackingTime(at),
          ]),
        )
        .join(""),
  };
}

function coinTrackingTime(at: number): string {
  const [day = "", time = ""] = new Date(at).toISOString().slice(0, 19).split("T");
  return `${day.split("-").toReversed().join(".")} ${time}`;
}
