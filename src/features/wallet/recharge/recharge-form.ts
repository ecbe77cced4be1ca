import * as codes from "#protocol/wire/error-codes.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import type { rechargeEndpoints } from "#protocol/api/recharge.ts";
import type { RechargeChannel, RechargeCurrency } from "#protocol/api/wallet.ts";
import { parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { ParsedNumber } from "../../../lib/parse-number.ts";
import { likelyNetwork } from "../assets/likely-network.ts";

/** A recharge as it is sent, without its client order id. */
export type RechargeRequest = Omit<RequestOf<typeof rechargeEndpoints.recharge>, "client_order_id">;

/** Why an amount is not accepted, with the limit it violates. */
export type AmountProblem =
  | { kind: "missing" | "unread" }
  | { kind: "below" | "above"; limit: string };

interface RechargeProblems {
  currency?: true;
  network?: true;
  /** Recharges by the network are paused. */
  paused?: true;
  /** The venue has no address for the network. */
  address?: true;
  amount?: AmountProblem;
  voucher?: true;
}

export interface RechargeDraft {
  choice: RechargeChoice;
  amount: ParsedNumber;
  /** Decimals of the currency. */
  scale: number;
  /** Id of the uploaded image of the payment. */
  voucher: string | undefined;
}

export function rechargeProblems({
  choice: { currency, network, channel },
  amount,
  scale,
  voucher,
}: RechargeDraft): RechargeProblems {
  const fault = network && amountProblem(amount, network, scale);
  return {
    ...(!currency && { currency: true as const }),
    ...(currency && !network && { network: true as const }),
    ...(network?.status === 0 && { paused: true as const }),
    ...(network && !channel && { address: true as const }),
    ...(fault && { amount: fault }),
    ...(voucher === undefined && { voucher: true as const }),
  };
}

/** Checks an amount against the limits of a network; undefined where it is accepted. */
export function amountProblem(
  amount: ParsedNumber,
  { min, max }: { min: string; max: string | null },
  scale: number,
): AmountProblem | undefined {
  if (!amount.ok) return { kind: amount.reason === "empty" ? "missing" : "unread" };
  const minor = parseAmount(trimZeros(amount.value), scale);
  if (minor === undefined) return { kind: "unread" };
  if (minor === 0n) return { kind: "missing" };
  if (minor < (parseAmount(min, scale) ?? 0n)) return { kind: "below", limit: min };
  return max !== null && minor > (parseAmount(max, scale) ?? minor)
    ? { kind: "above", limit: max }
    : undefined;
}

/** The request of a draft; undefined while it has problems. */
export function rechargeRequest(draft: RechargeDraft): RechargeRequest | undefined {
  const {
    choice: { currency, network, channel },
    amount,
    voucher,
  } = draft;
  if (
    Object.keys(rechargeProblems(draft)).length > 0 ||
    !currency ||
    !network ||
    !channel ||
    !amount.ok ||
    voucher === undefined
  )
    return undefined;
  return {
    flag: currency.flag,
    network: network.network,
    channel_id: channel.channel_id,
    amount: trimZeros(amount.value),
    voucher,
    address: channel.address,
  };
}

/** The part of the form a refusal is about, with the limit it names; `form` where it is about the whole. */
export function rechargeRefusal(
  status: number,
  data: unknown,
):
  | { place: "voucher" | "address" | "network" | "pending" | "form" }
  | { place: "amount"; problem: AmountProblem } {
  const facts: Record<string, unknown> =
    typeof data === "object" && data !== null ? { ...data } : {};
  if (status === codes.unsupportedMedia) return { place: "voucher" };
  if (status === codes.reviewPending) return { place: "pending" };
  if (status === codes.unknownCurrency || status === codes.unsupportedCurrency)
    return { place: "network" };
  if (status === codes.quantityMissing) return { place: "amount", problem: { kind: "missing" } };
  if (status !== codes.invalidParameters) return { place: "form" };
  if (facts["field"] === "address" || facts["field"] === "channel_id") return { place: "address" };
  if (facts["field"] !== "amount") return { place: "form" };
  const { min, max } = facts;
  return {
    place: "amount",
    problem:
      typeof min === "string"
        ? { kind: "below", limit: min }
        : typeof max === "string"
          ? { kind: "above", limit: max }
          : { kind: "unread" },
  };
}

type RechargeNetwork = RechargeCurrency["networks"][number];

/** The chosen currency, network and address. */
export interface RechargeChoice {
  currency: RechargeCurrency | undefined;
  network: RechargeNetwork | undefined;
  /** The address to send to; undefined where the venue has none. */
  channel: RechargeChannel | undefined;
  /** A requested currency that cannot be recharged. */
  missing: string | undefined;
}

/** The most used currency, chosen by default. */
const usual = "USDT";

/** Currencies with at least one network, in the venue's order. */
export function rechargeable(currencies: readonly RechargeCurrency[]): RechargeCurrency[] {
  return currencies
    .filter(({ networks }) => networks.length > 0)
    .toSorted((a, b) => a.sort - b.sort || (a.flag < b.flag ? -1 : 1));
}

/** Chooses the requested currency and network where they exist, else the network to begin with. */
export function chooseRecharge(
  currencies: readonly RechargeCurrency[],
  channels: Readonly<Record<string, readonly RechargeChannel[]>> | undefined,
  requested: { flag: string | null; network: string | null },
  /** Earlier recharges, the newest first. */
  requests?: readonly { flag: string; network: string }[],
): RechargeChoice {
  const wanted = currencies.find(({ flag }) => flag === requested.flag);
  const missing = requested.flag !== null && !wanted ? requested.flag : undefined;
  const currency =
    wanted ??
    (missing === undefined
      ? (currencies.find(({ flag }) => flag === usual) ?? currencies[0])
      : undefined);
  const likely = currency && likelyNetwork(currency.networks, currency.flag, requests);
  const network =
    currency?.networks.find((one) => one.network === requested.network) ??
    currency?.networks.find((one) => one.network === likely);
  const channel =
    currency &&
    network &&
    channels?.[currency.flag]?.find((one) => one.network === network.network);
  return { currency, network, channel, missing };
}
