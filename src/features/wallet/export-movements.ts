import { formatAmount, parseSigned, trimZeros } from "#protocol/amount.ts";
import { billTypes, type Bill } from "#protocol/wallet.ts";
import { kindOf } from "./export-plain.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

export interface MovementSide {
  flag: string;
  /** Without a sign. */
  amount: string;
}

/** What tools for taxes call a transaction: all that one order or request moved, in sum. */
export interface Movement {
  id: string;
  /** Its last entry, Unix ms. */
  at: number;
  /** `result`: stakes, margins, profits and losses of contracts. */
  kind: "transfer" | "trade" | "result";
  sent: MovementSide | undefined;
  received: MovementSide | undefined;
  /** For a reader; English, since the tools' own words are. */
  text: string;
}

interface Group {
  id: string;
  at: number;
  last: Bill;
  nets: Map<string, bigint>;
}

/** What belongs together by what it belongs to: the set aside, the received and the returned of one order are one trade. */
const ofOneThing: ReadonlySet<string> = new Set([
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
 * Gathers entries, newest first, into movements. Their sum per currency is that of the entries: what an
 * open order has set aside counts as sent until it ends, and what came back whole is no movement at all.
 */
export function createMovements(): {
  take: (bills: readonly Bill[]) => void;
  list: () => Movement[];
} {
  const groups = new Map<string, Group>();
  return {
    take(bills) {
      for (const bill of bills) {
        const id =
          ofOneThing.has(bill.ref_type) && bill.ref_id !== ""
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
  return `Paper: ${kindOf(bill)}${bill.ref_id === "" ? "" : `, ${bill.ref_type.replaceAll("_", " ")} ${bill.ref_id}`}`;
}
