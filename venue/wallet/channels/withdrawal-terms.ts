import * as codes from "#protocol/wire/error-codes.ts";
import { parseAmount } from "#protocol/wire/amount.ts";
import type { WithdrawalCurrency } from "#protocol/api/wallet.ts";
import type { WithdrawalCharge } from "#protocol/rules/withdrawal-fee.ts";
import { Refusal } from "../../store/refusal.ts";
import { type ChannelDeps, withdrawalCurrencies } from "./channels.ts";

type Network = WithdrawalCurrency["networks"][number];

/** What a way out costs and allows. Amounts in minor units; null where nothing limits. */
export interface Terms extends WithdrawalCharge {
  flag: string;
  /** How many decimals an amount may have. */
  precision: number;
  /** Empty for a card. */
  network: string;
  memoRequired: boolean;
  min: bigint;
  max: bigint | null;
  dayMax: bigint | null;
  /** What a card is paid in; empty for a chain. */
  fiat: string;
}

/**
 * The terms of a chain, or of a card where no network is named.
 * @throws Refusal unknownCurrency for a currency that there is not, unsupportedCurrency for one
 *   that does not go out this way, or not now (`paused`)
 */
export function termsOf(deps: ChannelDeps, flag: string, network: string | undefined): Terms {
  const currency = withdrawalCurrencies(deps).find((one) => one.flag === flag);
  if (!currency)
    throw new Refusal(network === undefined ? codes.unsupportedCurrency : codes.unknownCurrency);
  const scale = deps.currencies.scaleOf(flag);
  if (network === undefined) return bankTerms(currency, scale);
  const found = currency.networks.find((one) => one.network === network);
  if (!found) throw new Refusal(codes.unsupportedCurrency);
  if (found.status !== 1) throw new Refusal(codes.unsupportedCurrency, { paused: 1 });
  return networkTerms(flag, scale, found);
}

/** Whether this way out is open now. */
export function isOpen(deps: ChannelDeps, flag: string, network: string): boolean {
  const currency = withdrawalCurrencies(deps).find((one) => one.flag === flag);
  return network === ""
    ? currency?.bank?.enabled === 1
    : currency?.networks.some((one) => one.network === network && one.status === 1) === true;
}

function networkTerms(flag: string, scale: number, found: Network): Terms {
  const minor = (text: string | null) => (text === null ? null : (parseAmount(text, scale) ?? 0n));
  return {
    kind: "coin",
    flag,
    scale,
    precision: Math.min(scale, found.precision),
    network: found.network,
    memoRequired: found.memo_required === 1,
    min: minor(found.min) ?? 0n,
    max: minor(found.max),
    dayMax: minor(found.day_max),
    feeType: found.fee_type,
    feeRate: found.fee_rate,
    minFee: minor(found.min_fee) ?? 0n,
    maxFee: minor(found.max_fee),
    feeMode: found.fee_mode,
    fiat: "",
    rate: "1",
  };
}

function bankTerms({ flag, bank }: WithdrawalCurrency, scale: number): Terms {
  if (bank?.enabled !== 1) throw new Refusal(codes.unsupportedCurrency);
  const minor = (text: string | null) => (text === null ? null : (parseAmount(text, scale) ?? 0n));
  return {
    kind: "bank",
    flag,
    scale,
    precision: scale,
    network: "",
    memoRequired: false,
    min: minor(bank.min) ?? 0n,
    max: minor(bank.max),
    dayMax: null,
    feeType: "ratio",
    feeRate: bank.fee_rate,
    minFee: 0n,
    maxFee: null,
    feeMode: "inside",
    fiat: bank.fiat,
    rate: bank.rate,
  };
}
