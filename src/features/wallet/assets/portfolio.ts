import { formatAmount, parseSigned, trimZeros } from "#protocol/wire/amount.ts";
import type { Balance } from "#protocol/api/wallet.ts";
import type { WithdrawalRecord } from "#protocol/api/withdrawal.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

/** Why a part of a balance cannot be spent now. */
export type LockReason = "orders" | "withdrawals" | "positions" | "seconds";

export interface Holding {
  flag: string;
  /** Decimal text, empty where it could not be read. */
  available: string;
  total: string;
  /** Locked parts, each with its reason; parts of zero are left out. */
  locked: readonly { reason: LockReason; amount: string }[];
  /** Null where there is no conversion price, or the balance could not be read. */
  usdtValue: string | null;
  isZero: boolean;
}

/** One balance as a row shows it. */
export function holdingOf(balance: Balance): Holding {
  if (balance.unread)
    return {
      flag: balance.flag,
      available: "",
      total: "",
      locked: [],
      usdtValue: null,
      isZero: false,
    };
  const available = minor(balance.balance_str);
  const parts: readonly [LockReason, bigint][] = [
    ["orders", minor(balance.frozen)],
    ["positions", minor(balance.margin)],
    ["seconds", minor(balance.stake)],
  ];
  const lockedTotal = parts.reduce((sum, [, amount]) => sum + amount, 0n);
  const total = balance.total === undefined ? available + lockedTotal : minor(balance.total);
  return {
    flag: balance.flag,
    available: toText(available),
    total: toText(total),
    locked: parts
      .filter(([, amount]) => amount !== 0n)
      .map(([reason, amount]) => ({ reason, amount: toText(amount) })),
    usdtValue: balance.usdt_value ?? (balance.flag === "USDT" ? toText(total) : null),
    isZero: total === 0n && available === 0n,
  };
}

/** What withdrawals lock by currency, decimal text: the amount, plus the fee where it is paid on top. */
export function heldByWithdrawals(
  records: readonly Pick<WithdrawalRecord, "flag" | "amount" | "fee" | "arrival" | "fiat">[],
): Map<string, string> {
  const sums = new Map<string, bigint>();
  for (const { flag, amount, fee, arrival, fiat } of records) {
    const onTop = fiat === "" && minor(arrival) === minor(amount);
    sums.set(flag, (sums.get(flag) ?? 0n) + minor(amount) + (onTop ? minor(fee) : 0n));
  }
  return new Map([...sums].map(([flag, sum]) => [flag, formatAmount(sum, scale)]));
}

/** Separates the part locked by withdrawals (`waiting`, decimal text) from open orders, which the venue counts together. */
export function withWithdrawals(holding: Holding, waiting: string): Holding {
  const frozen = minor(holding.locked.find(({ reason }) => reason === "orders")?.amount ?? "0");
  const asked = minor(waiting);
  const withdrawn = asked < frozen ? asked : frozen;
  if (withdrawn <= 0n) return holding;
  const parts: Holding["locked"] = [
    { reason: "orders", amount: toText(frozen - withdrawn) },
    { reason: "withdrawals", amount: toText(withdrawn) },
  ];
  return {
    ...holding,
    locked: [
      ...parts.filter(({ amount }) => amount !== "0"),
      ...holding.locked.filter(({ reason }) => reason !== "orders"),
    ],
  };
}

/** The exact total in USDT, and the held currencies without a known value. */
export function portfolioTotal(holdings: readonly Holding[]): {
  total: string;
  unpriced: readonly string[];
} {
  let total = 0n;
  const unpriced: string[] = [];
  for (const holding of holdings) {
    if (holding.usdtValue !== null) total += minor(holding.usdtValue);
    else if (!holding.isZero) unpriced.push(holding.flag);
  }
  return { total: toText(total), unpriced };
}

/** How many currencies have a balance. */
export function countHeld(holdings: readonly Holding[]): number {
  return holdings.filter((holding) => !holding.isZero).length;
}

/** Held currencies first, by value; then the others in their given order. */
export function sortHoldings(holdings: readonly Holding[]): Holding[] {
  const rank = (holding: Holding) =>
    holding.isZero ? -2n : holding.usdtValue === null ? -1n : minor(holding.usdtValue);
  return holdings.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? 0 : first > second ? -1 : 1;
  });
}

/** Rows whose code or name contains the search, without zero balances if those are hidden. */
export function searchHoldings(
  holdings: readonly Holding[],
  search: string,
  nameOf: (flag: string) => string,
  hideZero: boolean,
): Holding[] {
  const wanted = search.trim().toLowerCase();
  return holdings.filter((holding) => {
    if (hideZero && holding.isZero) return false;
    return (
      holding.flag.toLowerCase().includes(wanted) ||
      nameOf(holding.flag).toLowerCase().includes(wanted)
    );
  });
}

function minor(decimal: string): bigint {
  return parseSigned(decimal, scale) ?? 0n;
}

function toText(units: bigint): string {
  return trimZeros(formatAmount(units, scale));
}
