import * as codes from "#protocol/wire/error-codes.ts";
import {
  addressEnds,
  addressKey,
  isAddressOf,
  isAddressText,
  isPaperAddress,
} from "#protocol/rules/address/address-check.ts";
import type { Settings } from "../../settings/settings.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Db } from "../../store/schema.ts";
import {
  findSaved,
  findSavedAlike,
  readWhitelist,
  type SavedAddressRow,
  type Whitelist,
} from "./saved-address-rows.ts";
import { type ChannelDeps, rechargeChannels } from "../channels/channels.ts";
import { countPaid, findPaidAlike } from "../withdrawal/records/withdrawal-rows.ts";

/** An address as it is looked up: compared, and compared at its ends. */
export interface AddressKeys {
  address_key: string;
  address_ends: string;
}

export function keysOf(network: string, address: string): AddressKeys {
  return { address_key: addressKey(network, address), address_ends: addressEnds(address) };
}

/**
 * @throws Refusal invalidAddress where it is no address of any kind, badAddress where it is not one
 *   of this network, its checksum does not hold, or it is where recharges are sent
 */
export function checkAddress(deps: ChannelDeps, network: string, address: string): void {
  if (isPaperAddress(network, address)) {
    if (
      Object.values(rechargeChannels(deps)).some((list) =>
        list.some((channel) => channel.address === address),
      )
    )
      throw new Refusal(codes.badAddress, { own: 1 });
    return;
  }
  if (isAddressOf(network, address)) return;
  throw new Refusal(isAddressText(address) ? codes.badAddress : codes.invalidAddress);
}

/** What a memo may be: printable, and of a number where the network counts its tags. */
const memoForms: Readonly<Record<string, RegExp>> = { XRP: /^(0|[1-9]\d{0,9})$/ };
const anyMemo = /^[\x21-\x7e]([\x20-\x7e]{0,98}[\x21-\x7e])?$/;
const largestTag = 2 ** 32 - 1;

/**
 * @throws Refusal invalidParameters `memo` where it is wanted and missing (`missing`), not wanted
 *   (`unwanted`), or of another form (`form`)
 */
export function checkMemo(network: string, hasMemo: boolean, memo: string): void {
  if (memo === "" && hasMemo)
    throw new Refusal(codes.invalidParameters, { field: "memo", problem: "missing" });
  if (memo === "") return;
  if (!hasMemo) throw new Refusal(codes.invalidParameters, { field: "memo", problem: "unwanted" });
  const form = (Object.hasOwn(memoForms, network) ? memoForms[network] : undefined) ?? anyMemo;
  if (!form.test(memo) || (network === "XRP" && Number(memo) > largestTag))
    throw new Refusal(codes.invalidParameters, { field: "memo", problem: "form" });
}

/** How long a new address waits, hours: the setting, or none where the venue reviews by itself. */
export function waitHoursOf({
  addressWaitHours,
  review,
}: Pick<Settings, "addressWaitHours" | "review">): number {
  return addressWaitHours ?? (review === "auto" ? 0 : 24);
}

/** What is known of an address that money is to go to. */
export interface AddressFacts {
  saved: SavedAddressRow | undefined;
  /** Withdrawals to it that were approved. */
  used: number;
  /** Only saved addresses may be paid. */
  isWhitelisted: boolean;
  /** A saved or used address that it could be mistaken for. */
  lookAlike: string | null;
  /** From when it may be paid, Unix ms; 0 for at once. */
  usableFrom: number;
}

/** @param waitMs how long a new address waits */
export async function readAddressFacts(
  db: Db,
  userId: number,
  to: { network: string; address: string; memo: string },
  { now, waitMs }: { now: number; waitMs: number },
): Promise<AddressFacts> {
  const keys = keysOf(to.network, to.address);
  const saved = await findSaved(db, userId, { ...keys, network: to.network, memo: to.memo });
  const used = await countPaid(db, userId, { ...keys, network: to.network });
  const alike =
    saved || used > 0
      ? undefined
      : ((await findSavedAlike(db, userId, keys)) ?? (await findPaidAlike(db, userId, keys)));
  const from = used > 0 ? 0 : saved ? saved.usable_at : waitMs > 0 ? now + waitMs : 0;
  return {
    saved,
    used,
    isWhitelisted: isOn(await readWhitelist(db, userId), now),
    lookAlike: alike ?? null,
    usableFrom: from > now ? from : 0,
  };
}

export function isOn(whitelist: Whitelist | undefined, now: number): boolean {
  return whitelist !== undefined && (whitelist.off_at === null || whitelist.off_at > now);
}

/**
 * Who may be paid, before the address is looked at itself.
 * @throws Refusal notPermitted `whitelist`, `address_wait` with `until`
 */
export function checkAllowed({ saved, isWhitelisted, usableFrom }: AddressFacts): void {
  if (isWhitelisted && !saved) throw new Refusal(codes.notPermitted, { reason: "whitelist" });
  if (saved && usableFrom > 0)
    throw new Refusal(codes.notPermitted, { reason: "address_wait", until: usableFrom });
}

/**
 * A new address of the right form.
 * @throws Refusal notPermitted `address_wait` with `until` and `saved` 0 where new ones must be
 *   saved and waited for, `look_alike` with the address that it could be mistaken for
 */
export function checkNew({ saved, usableFrom, lookAlike }: AddressFacts, compared: boolean): void {
  if (!saved && usableFrom > 0)
    throw new Refusal(codes.notPermitted, { reason: "address_wait", until: usableFrom, saved: 0 });
  if (lookAlike !== null && !compared)
    throw new Refusal(codes.notPermitted, { reason: "look_alike", look_alike: lookAlike });
}
