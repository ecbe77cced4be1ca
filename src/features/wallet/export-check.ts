import { formatAmount, parseSigned, trimZeros } from "#protocol/amount.ts";
import type { Balance, Bill } from "#protocol/wallet.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

/** Where the entries and the balance of a currency do not agree. Amounts are decimal text. */
export type ExportDifference =
  /** The entries come to another sum than the balance that is shown. */
  | { kind: "sum"; flag: string; counted: string; shown: string }
  /** So many times an entry does not follow from the one before it: some are missing between. */
  | { kind: "gap"; flag: string; count: number }
  /** The balance could not be read, so nothing was compared. */
  | { kind: "unread"; flag: string };

export interface ExportCheck {
  rows: number;
  /** What the entries of each currency come to, decimal text. */
  sums: Readonly<Record<string, string>>;
  differences: readonly ExportDifference[];
  /** Whether the sums were held against balances, or the entries against each other alone. */
  against: "balances" | "entries";
}

interface Account {
  sum: bigint;
  /** Balance before the oldest entry taken so far; undefined where the venue does not tell. */
  opening: bigint | undefined;
  gaps: number;
}

/** Counts entries, newest first and each once, and says whether they come to what the account holds. */
export function createExportCheck(): {
  take: (bills: readonly Bill[]) => void;
  result: (end: ExportEnd) => ExportCheck;
} {
  const accounts = new Map<string, Account>();
  let rows = 0;

  function take(bills: readonly Bill[]): void {
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
        differences.push({ kind: "sum", flag, counted: text(counted), shown: text(shown) });
    }
    const sums = Object.fromEntries([...accounts].map(([flag, { sum }]) => [flag, text(sum)]));
    return { rows, sums, differences, against: balances ? "balances" : "entries" };
  }

  return { take, result };
}

export interface ExportEnd {
  /** What the account holds now; null where the entries end before now, or nobody could be asked. */
  balances: readonly Balance[] | null;
  /** The entries begin with the account's first. */
  isFromStart: boolean;
  /** Entries that came while the others were read, and are not among them. */
  newer?: readonly Bill[] | undefined;
}

const zero = 0n;

function minor(decimal: string): bigint {
  return parseSigned(decimal, scale) ?? zero;
}

function text(units: bigint): string {
  return trimZeros(formatAmount(units, scale));
}
