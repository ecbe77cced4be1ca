import { formatAmount, parseAmount, trimZeros } from "../wire/amount.ts";
import { feeUp, rescaleDown } from "../wire/rounding.ts";

/** Decimals of a rate, and of what a card is paid. */
const rateScale = 8;
const fiatScale = 2;

/** What a way out charges and pays. Amounts in minor units; null where nothing limits. */
export interface WithdrawalCharge {
  kind: "coin" | "bank";
  /** Decimals of the minor unit. */
  scale: number;
  feeType: "ratio" | "fixed";
  /** A fraction as decimal text. */
  feeRate: string;
  minFee: bigint;
  maxFee: bigint | null;
  feeMode: "inside" | "outside";
  /** What a card is paid for one of the currency, decimal text. */
  rate: string;
}

/** What a withdrawal moves, in minor units; `arrival` as decimal text of what arrives. */
export interface Reckoning {
  amount: bigint;
  fee: bigint;
  /** What leaves the balance. */
  total: bigint;
  arrival: string;
}

/** The fee of an amount: its part rounded up, within the smallest and the largest. */
export function feeOf(
  {
    feeType,
    feeRate,
    minFee,
    maxFee,
  }: Pick<WithdrawalCharge, "feeType" | "feeRate" | "minFee" | "maxFee">,
  amount: bigint,
): bigint {
  if (feeType === "fixed") return minFee;
  const part = feeUp(amount, parseAmount(feeRate, rateScale) ?? 0n, rateScale);
  const least = part < minFee ? minFee : part;
  return maxFee !== null && least > maxFee ? maxFee : least;
}

/** An amount with its fee: inside, it is taken out of what arrives; outside, it is paid on top. */
export function reckon(charge: WithdrawalCharge, amount: bigint): Reckoning {
  const fee = feeOf(charge, amount);
  const total = charge.feeMode === "inside" ? amount : amount + fee;
  return { amount, fee, total, arrival: arrivalOf(charge, total - fee) };
}

function arrivalOf({ kind, scale, rate }: WithdrawalCharge, paid: bigint): string {
  if (kind === "coin") return trimZeros(formatAmount(paid, scale));
  return formatAmount(
    rescaleDown(paid * (parseAmount(rate, rateScale) ?? 0n), scale + rateScale, fiatScale),
    fiatScale,
  );
}
