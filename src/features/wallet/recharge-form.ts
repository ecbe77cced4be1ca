/** A recharge as it is filled in: pure. */
import { parseAmount, trimZeros } from "#protocol/amount.ts";
import type { RequestOf } from "#protocol/endpoint.ts";
import type { rechargeEndpoints } from "#protocol/recharge.ts";
import type { ParsedNumber } from "../../lib/parse-number.ts";
import type { RechargeChoice } from "./recharge-choice.ts";

/** A recharge without the device's id, under which it is sent. */
export type RechargeWish = Omit<RequestOf<typeof rechargeEndpoints.recharge>, "client_order_id">;

/** Why an amount is none that the channel takes, with the figure it meets. */
export type AmountProblem =
  | { kind: "missing" | "unread" }
  | { kind: "below" | "above"; limit: string };

export interface RechargeProblems {
  currency?: true;
  network?: true;
  /** The network takes nothing at present. */
  paused?: true;
  /** The venue names no address for it. */
  address?: true;
  amount?: AmountProblem;
  voucher?: true;
}

export interface RechargeDraft {
  choice: RechargeChoice;
  amount: ParsedNumber;
  /** Decimals of the currency. */
  scale: number;
  /** Id of the picture that the venue has. */
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

/** What the amount violates of a network's bounds; undefined where it does not. */
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

/** The wish of a draft without problems; undefined where there are some. */
export function rechargeWish(draft: RechargeDraft): RechargeWish | undefined {
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

/** Where a refusal belongs, with the limit it names; `form` where it is about the whole. */
export function rechargeRefusal(
  status: number,
  data: unknown,
):
  | { place: "voucher" | "address" | "network" | "pending" | "form" }
  | { place: "amount"; problem: AmountProblem } {
  const facts: Record<string, unknown> =
    typeof data === "object" && data !== null ? { ...data } : {};
  if (status === 100004) return { place: "voucher" };
  if (status === 300007) return { place: "pending" };
  if (status === 300018 || status === 300028) return { place: "network" };
  if (status === 300020) return { place: "amount", problem: { kind: "missing" } };
  if (status !== 100005) return { place: "form" };
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
