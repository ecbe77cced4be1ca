/** What a recharge may be: pure. */
import * as codes from "#protocol/wire/error-codes.ts";
import { parseAmount } from "#protocol/wire/amount.ts";
import type { RechargeChannel } from "#protocol/api/wallet.ts";
import { Refusal } from "../../store/refusal.ts";

export interface RechargeRequest {
  network: string;
  channel_id?: number | undefined;
  amount: string;
  address: string;
}

export interface RechargeFacts {
  /** Decimals of the currency; undefined where there is no such currency. */
  scale: number | undefined;
  /** Where it can be recharged; empty where nowhere. */
  channels: readonly RechargeChannel[];
}

export interface AcceptedRecharge {
  scale: number;
  channel: RechargeChannel;
  /** Minor units. */
  amount: bigint;
}

/**
 * What is to be credited, and by which channel.
 * @throws Refusal, in this order: unknownCurrency for a currency that is not, unsupportedCurrency
 *   for one that cannot be recharged by this network at present, invalidParameters with the field
 *   that names another channel, quantityMissing for an amount of nothing, invalidParameters
 *   `amount` for one that is too fine, or with `min` or `max` outside the channel's bounds
 */
export function checkRecharge(
  request: RechargeRequest,
  { scale, channels }: RechargeFacts,
): AcceptedRecharge {
  if (scale === undefined) throw new Refusal(codes.unknownCurrency);
  const channel = channels.find(({ network }) => network === request.network);
  if (channel?.status !== 1) throw new Refusal(codes.unsupportedCurrency);
  if (request.channel_id !== undefined && request.channel_id !== channel.channel_id)
    throw new Refusal(codes.invalidParameters, { field: "channel_id" });
  // An address that is not ours was changed before it reached the screen, or is older than the channel.
  if (request.address !== "" && request.address !== channel.address)
    throw new Refusal(codes.invalidParameters, { field: "address" });
  const field = "amount";
  const amount = request.amount === "" ? 0n : parseAmount(request.amount, scale);
  if (amount === undefined) throw new Refusal(codes.invalidParameters, { field });
  if (amount === 0n) throw new Refusal(codes.quantityMissing);
  const bound = (text: string | null) => (text === null ? undefined : parseAmount(text, scale));
  if (amount < (bound(channel.min) ?? 0n))
    throw new Refusal(codes.invalidParameters, { field, min: channel.min });
  if (amount > (bound(channel.max) ?? amount))
    throw new Refusal(codes.invalidParameters, { field, max: channel.max });
  return { scale, channel, amount };
}
