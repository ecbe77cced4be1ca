/** What a recharge may be: pure. */
import { parseAmount } from "#protocol/amount.ts";
import type { RechargeChannel } from "#protocol/wallet.ts";
import { Refusal } from "../store/refusal.ts";

export interface RechargeWish {
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
 * @throws Refusal, in this order: 300018 for a currency that is not, 300028 for one that cannot be recharged by
 *   this network at present, 100005 with the field that names another channel, 300020 for an amount of nothing,
 *   100005 `amount` for one that is too fine, or with `min` or `max` outside the channel's bounds
 */
export function checkRecharge(
  wish: RechargeWish,
  { scale, channels }: RechargeFacts,
): AcceptedRecharge {
  if (scale === undefined) throw new Refusal(300018);
  const channel = channels.find(({ network }) => network === wish.network);
  if (channel?.status !== 1) throw new Refusal(300028);
  if (wish.channel_id !== undefined && wish.channel_id !== channel.channel_id)
    throw new Refusal(100005, { field: "channel_id" });
  // An address that is not ours was changed on the way to the screen, or is older than the channel.
  if (wish.address !== "" && wish.address !== channel.address)
    throw new Refusal(100005, { field: "address" });
  const field = "amount";
  const amount = wish.amount === "" ? 0n : parseAmount(wish.amount, scale);
  if (amount === undefined) throw new Refusal(100005, { field });
  if (amount === 0n) throw new Refusal(300020);
  const bound = (text: string | null) => (text === null ? undefined : parseAmount(text, scale));
  if (amount < (bound(channel.min) ?? 0n)) throw new Refusal(100005, { field, min: channel.min });
  if (amount > (bound(channel.max) ?? amount))
    throw new Refusal(100005, { field, max: channel.max });
  return { scale, channel, amount };
}
