/** The ways to withdraw a currency, by a network or to a bank card, with their fees and limits. */
import { formatAmount, maxMinor, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { WithdrawalCurrency } from "#protocol/api/wallet.ts";
import type { WithdrawalQuote } from "#protocol/api/withdrawal.ts";
import { feeOf, reckon, type WithdrawalCharge } from "#protocol/rules/withdrawal-fee.ts";

/** One way with its fee and its limits in minor units; null where there is no limit. */
export interface WayOut extends WithdrawalCharge {
  flag: string;
  /** Empty for a bank card. */
  network: string;
  precision: number;
  min: bigint;
  max: bigint | null;
  dayMax: bigint | null;
  memoRequired: boolean;
  isOpen: boolean;
  fiat: string;
}

/** The way by a network, or to a bank card where `network` is null; undefined where there is none. */
export function wayOut(
  currency: WithdrawalCurrency | undefined,
  network: string | null,
  scale: number,
): WayOut | undefined {
  if (!currency) return undefined;
  const minor = (text: string | null) => (text === null ? null : (parseAmount(text, scale) ?? 0n));
  const { flag, bank } = currency;
  if (network === null) {
    return (
      bank && {
        kind: "bank",
        flag,
        network: "",
        scale,
        precision: scale,
        min: minor(bank.min) ?? 0n,
        max: minor(bank.max),
        dayMax: null,
        memoRequired: false,
        isOpen: bank.enabled === 1,
        fiat: bank.fiat,
        rate: bank.rate,
        feeType: "ratio",
        feeRate: bank.fee_rate,
        minFee: 0n,
        maxFee: null,
        feeMode: "inside",
      }
    );
  }
  const found = currency.networks.find((one) => one.network === network);
  return (
    found && {
      kind: "coin",
      flag,
      network,
      scale,
      precision: Math.min(scale, found.precision),
      min: minor(found.min) ?? 0n,
      max: minor(found.max),
      dayMax: minor(found.day_max),
      memoRequired: found.memo_required === 1,
      isOpen: found.status === 1,
      fiat: "",
      rate: "1",
      feeType: found.fee_type,
      feeRate: found.fee_rate,
      minFee: minor(found.min_fee) ?? 0n,
      maxFee: minor(found.max_fee),
      feeMode: found.fee_mode,
    }
  );
}

export type AmountProblem =
  | { kind: "missing" }
  | { kind: "too-precise"; decimals: number }
  | { kind: "below-minimum"; minimum: string }
  | { kind: "above-maximum"; maximum: string }
  | { kind: "above-day"; left: string }
  | { kind: "insufficient"; available: string };

/** Fee and arrival of an amount as decimal text, by the terms of a way; the quote of the venue is binding. */
export interface AmountSummary {
  fee: string | undefined;
  arrival: string | undefined;
  total: string | undefined;
  problem: AmountProblem | undefined;
}

/**
 * Checks an amount against the limits of a way, and calculates its fee.
 * @param amount plain decimal, null where the input is no number
 * @param available decimal text, null where it is unknown
 * @param dayLeft rest of the daily limit by the last quote; null where unknown or unlimited
 */
export function judgeAmount(
  way: WayOut,
  amount: string | null,
  { available, dayLeft }: { available: string | null; dayLeft: string | null },
): AmountSummary {
  const nothing = { fee: undefined, arrival: undefined, total: undefined };
  if (amount === null || !/[1-9]/.test(amount)) return { ...nothing, problem: { kind: "missing" } };
  const toText = (minor: bigint) => trimZeros(formatAmount(minor, way.scale));
  if ((amount.split(".")[1] ?? "").replace(/0+$/, "").length > way.precision)
    return { ...nothing, problem: { kind: "too-precise", decimals: way.precision } };
  const minor = parseAmount(amount, way.scale);
  if (minor === undefined)
    return { ...nothing, problem: { kind: "above-maximum", maximum: toText(way.max ?? maxMinor) } };
  const { fee, total, arrival } = reckon(way, minor);
  const [have, left] = [available, dayLeft].map((limit) =>
    limit === null ? undefined : parseAmount(limit, way.scale),
  );
  const problem = ((): AmountProblem | undefined => {
    if (minor < way.min || total <= fee) return { kind: "below-minimum", minimum: toText(way.min) };
    if (way.max !== null && minor > way.max)
      return { kind: "above-maximum", maximum: toText(way.max) };
    if (left !== undefined && minor > left) return { kind: "above-day", left: toText(left) };
    return have !== undefined && total > have
      ? { kind: "insufficient", available: toText(have) }
      : undefined;
  })();
  return total <= fee
    ? { ...nothing, problem }
    : { fee: toText(fee), total: toText(total), arrival, problem };
}

/** The largest amount that can be withdrawn, decimal text; undefined where that is nothing. */
export function mostOf(
  way: WayOut,
  { available, dayLeft }: { available: string | null; dayLeft: string | null },
): string | undefined {
  const have = available === null ? undefined : parseAmount(available, way.scale);
  if (have === undefined) return undefined;
  const left = dayLeft === null ? way.dayMax : (parseAmount(dayLeft, way.scale) ?? null);
  const bounds = [way.max, left].flatMap((bound) => (bound === null ? [] : [bound]));
  const least = bounds.reduce(
    (smallest, bound) => (bound < smallest ? bound : smallest),
    payable(way, have),
  );
  const step = 10n ** BigInt(way.scale - way.precision);
  const most = (least / step) * step;
  return most > 0n && most >= way.min ? trimZeros(formatAmount(most, way.scale)) : undefined;
}

/** The largest amount that a balance covers together with the fee. */
function payable(way: WayOut, have: bigint): bigint {
  if (way.feeMode === "inside") return have;
  const sure = have - feeOf(way, have);
  if (sure <= 0n) return 0n;
  // A smaller amount has a smaller fee, so a little more may be possible; it is used where the balance covers it.
  const more = have - feeOf(way, sure);
  return more + feeOf(way, more) <= have ? more : sure;
}

/** A proportional fee in percent: a rate of 0.01 is "1"; undefined for a fixed fee. */
export function feePercent({
  feeType,
  feeRate,
}: Pick<WayOut, "feeType" | "feeRate">): string | undefined {
  const rate = feeType === "ratio" ? parseAmount(feeRate, 8) : undefined;
  return rate === undefined ? undefined : trimZeros(formatAmount(rate, 6));
}

/** A limit as decimal text. */
export function boundText(
  way: WayOut,
  bound: "min" | "max" | "dayMax" | "minFee" | "maxFee",
): string | null {
  const minor = way[bound];
  return minor === null ? null : trimZeros(formatAmount(minor, way.scale));
}

/** The proportional fee of a quote in percent; undefined where the fee is fixed, or was raised or cut to a limit. */
export function quotePercent({
  fee_rate: feeRate,
  amount,
  fee,
}: Pick<WithdrawalQuote, "fee_rate" | "amount" | "fee">): string | undefined {
  const [share, whole, charged] = [
    parseAmount(feeRate, 8),
    parseAmount(amount, 8),
    parseAmount(fee, 8),
  ];
  if (!share || whole === undefined || charged === undefined) return undefined;
  const part = (whole * share) / 100_000_000n;
  const beside = charged > part ? charged - part : part - charged;
  // Rounding to the decimals of the currency may add a little.
  return beside * 100n <= part ? feePercent({ feeType: "ratio", feeRate }) : undefined;
}
