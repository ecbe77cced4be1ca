import { formatAmount, parseSigned, trimZeros } from "#protocol/wire/amount.ts";
import type { Balance, Bill } from "#protocol/api/wallet.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

/** A mismatch between the entries and the balance of a currency. Amounts are decimal text. */
export type ExportDifference =
  /** The sum of the entries differs from the balance. */
  | { kind: "sum"; flag: string; counted: string; shown: string }
  /** Entries are missing in `count` places: an entry does not follow from the one before it. */
  | { kind: "gap"; flag: string; count: number }
  /** The balance could not be read, so nothing was compared. */
  | { kind: "unread"; flag: string };

export interface ExportCheck {
  rows: number;
  /** Sum of the entries of each currency, decimal text. */
  sums: Readonly<Record<string, string>>;
  differences: readonly ExportDifference[];
  /** Whether sums were compared with balances, or only entries with each other. */
  against: "balances" | "entries";
}

interface Account {
  sum: bigint;
  /** Balance before the oldest entry added so far; undefined where the venue does not send it. */
  opening: bigint | undefined;
  gaps: number;
}

/** Sums up entries, newest first and without duplicates, and compares the sums with the balances. */
export function createExportCheck(): {
  add: (bills: readonly Bill[]) => void;
  result: (end: ExportEnd) => ExportCheck;
} {
  const accounts = new Map<string, Account>();
  let rows = 0;

  function add(bills: readonly Bill[]): void {
    for (const bill of bills) {
      const amount = minor(bill.amount);
      const after = bill.balance_after === null ? undefined : minor(bill.balance_after);
      const before = after === undefined ? undefined : after - amount;
      const account = accounts.get(bill.flag);
      rows += 1;
      if (!account) {
        accounts.set(bill.flag, { sum: amount, opening: before, gaps: 0 });
        continue;
      }
      if (after !== undefined && account.opening !== undefined && after !== account.opening)
        account.gaps += 1;
      account.sum += amount;
      account.opening = before;
    }
  }

  function result({ balances, isFromStart, newer = [] }: ExportEnd): ExportCheck {
    const differences: ExportDifference[] = [];
    for (const [flag, { gaps }] of accounts)
      if (gaps > 0) differences.push({ kind: "gap", flag, count: gaps });
    const flags = new Set([
      ...accounts.keys(),
      ...(isFromStart ? (balances ?? []).map(({ flag }) => flag) : []),
    ]);
    for (const flag of flags) {
      const balance = balances?.find((entry) => entry.flag === flag);
      if (balance?.unread) {
        differences.push({ kind: "unread", flag });
        continue;
      }
      const account = accounts.get(flag);
      const since = newer
        .filter((bill) => bill.flag === flag)
        .reduce((sum, { amount }) => sum + minor(amount), zero);
      const opening = isFromStart ? zero : account?.opening;
      const counted = opening === undefined ? undefined : opening + (account?.sum ?? zero);
      const shown = balances ? minor(balance?.balance_str ?? "0") - since : undefined;
      if (shown !== undefined && counted !== undefined && counted !== shown)
        differences.push({ kind: "sum", flag, counted: toText(counted), shown: toText(shown) });
    }
    const sums = Object.fromEntries([...accounts].map(([flag, { sum }]) => [flag, toText(sum)]));
    return { rows, sums, differences, against: balances ? "balances" : "entries" };
  }

  return { add, result };
}

export interface ExportEnd {
  /** The balances now; null where the entries end before now, or the device is offline. */
  balances: readonly Balance[] | null;
  /** Whether the entries begin with the first one of the account. */
  isFromStart: boolean;
  /** Entries that arrived while the others were read, and are not among them. */
  newer?: readonly Bill[] | undefined;
}

const zero = 0n;

function minor(decimal: string): bigint {
  return parseSigned(decimal, scale) ?? zero;
}

function toText(units: bigint): string {
  return trimZeros(formatAmount(units, scale));
}
