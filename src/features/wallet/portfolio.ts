import { formatAmount, parseSigned, trimZeros } from "#protocol/amount.ts";
import type { Balance } from "#protocol/wallet.ts";

/** The finest scale a decimal of the wire can have. */
const scale = 18;

/** Why a part of a balance cannot be spent now. */
export type LockReason = "orders" | "withdrawals" | "positions" | "seconds";

export interface Holding {
  flag: string;
  /** Decimal text, empty where it could not be read. */
  available: string;
  total: string;
  /** Parts that are bound, each with its reason; zero parts are left out. */
  locked: readonly { reason: LockReason; amount: string }[];
  /** Null where there is no conversion price, or nothing to convert could be read. */
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
  const bound = parts.reduce((sum, [, amount]) => sum + amount, 0n);
  const total = balance.total === undefined ? available + bound : minor(balance.total);
  return {
    flag: balance.flag,
    available: text(available),
    total: text(total),
    locked: parts
      .filter(([, amount]) => amount !== 0n)
      .map(([reason, amount]) => ({ reason, amount: text(amount) })),
    usdtValue: balance.usdt_value ?? (balance.flag === "USDT" ? text(total) : null),
    isZero: total === 0n && available === 0n,
  };
}

/** The holding with what waits to be withdrawn (decimal text) told apart from what open orders hold: the venue counts them as one. */
export function withWithdrawals(holding: Holding, waiting: string): Holding {
  const frozen = minor(holding.locked.find(({ reason }) => reason === "orders")?.amount ?? "0");
  const asked = minor(waiting);
  const withdrawn = asked < frozen ? asked : frozen;
  if (withdrawn <= 0n) return holding;
  const parts: Holding["locked"] = [
    { reason: "orders", amount: text(frozen - withdrawn) },
    { reason: "withdrawals", amount: text(withdrawn) },
  ];
  return {
    ...holding,
    locked: [
      ...parts.filter(({ amount }) => amount !== "0"),
      ...holding.locked.filter(({ reason }) => reason !== "orders"),
    ],
  };
}

/** The whole in USDT, exact, and the currencies held of which nobody can say what they are worth. */
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
  return { total: text(total), unpriced };
}

/** How many currencies are held at all. */
export function countHeld(holdings: readonly Holding[]): number {
  return holdings.filter((holding) => !holding.isZero).length;
}

/** Held ones first by value, then the others in the order they came. */
export function sortHoldings(holdings: readonly Holding[]): Holding[] {
  const rank = (holding: Holding) =>
    holding.isZero ? -2n : holding.usdtValue === null ? -1n : minor(holding.usdtValue);
  return holdings.toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? 0 : first > second ? -1 : 1;
  });
}

/** Rows whose code or name holds the words, without those that are nothing if so wished. */
export function searchHoldings(
  holdings: readonly Holding[],
  words: string,
  nameOf: (flag: string) => string,
  hideZero: boolean,
): Holding[] {
  const wanted = words.trim().toLowerCase();
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

function text(units: bigint): string {
  return trimZeros(formatAmount(units, scale));
}
