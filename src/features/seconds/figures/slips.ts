import * as v from "valibot";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { chainHead, type ChainHead, type Slip, slip } from "#protocol/api/slip.ts";
import { signedInAs } from "../../../api/call.ts";
import { getKeys } from "../../../storage/database.ts";
import { stored } from "../../../storage/stored.ts";
import { venueOrigin } from "./venue-origin.ts";

const slips = stored("slips:{user}:{order}", slip);

/** As many as receipts (receipt-file.ts), and those that run. */
const maxSlips = 240;

const headSchema = v.object({
  ...chainHead.entries,
  /** A head that the venue stated later and that does not continue this one. */
  broken: v.optional(chainHead),
});
const heads = stored("chain-head:{origin}", headSchema);

/** What is remembered of the venue's chain. */
export type SeenHead = v.InferOutput<typeof headSchema>;

/** The newest receipt of the venue that this device knows; undefined before the first. */
export function seenHead(): Promise<SeenHead | undefined> {
  return heads.read(venueOrigin());
}

/**
 * Remembers the newest receipt of the chain. Another one in its place is remembered as a break; one before it says
 * nothing, since answers may come in any order.
 */
export async function noteHead({ seq, hash }: ChainHead): Promise<void> {
  const known = await seenHead();
  if (known?.broken) return;
  if (known?.seq === seq && known.hash !== hash) await noteBreak(known, { seq, hash });
  else if (known === undefined || seq > known.seq) await heads.write({ seq, hash }, venueOrigin());
}

/** The venue has taken receipts back, or changed them: it stays remembered, with the receipt that shows it. */
async function noteBreak({ seq, hash }: ChainHead, broken: ChainHead): Promise<void> {
  await heads.write({ seq, hash, broken }, venueOrigin());
}

/**
 * Keeps the slip of a contract that the venue has taken in, and the head that it states. A head before the one that
 * the order itself named, or another in its place, is a break.
 */
export async function keepSlip({ slip: signed }: Pick<SecondsOrder, "slip">): Promise<void> {
  if (!signed) return;
  const { user_id: userId, order_id: orderId } = signed;
  // The first one counts: what the venue says later cannot replace it.
  if (await slips.read(userId, orderId)) return;
  // An answer may come after a logout, which has wiped what was the user's.
  if (signedInAs() !== userId) return;
  await slips.write(signed, userId, orderId);
  const { head, seen } = signed;
  const goesBack =
    seen !== null && (head.seq < seen.seq || (head.seq === seen.seq && head.hash !== seen.hash));
  if (goesBack && !(await seenHead())?.broken) await noteBreak(seen, head);
  else await noteHead(head);
  const prefix = slips.keyOf(userId, "");
  const orderIds = (await getKeys(prefix)).map((key) => key.slice(prefix.length));
  // Ids are increasing numbers, so a shorter one is older.
  const oldest = orderIds
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, Math.max(0, orderIds.length - maxSlips));
  await Promise.all(oldest.map((id) => slips.remove(userId, id)));
}

/** The slip of a contract, as the venue signed it when it took the contract in; undefined where this device has none. */
export function readSlip(userId: string, orderId: string): Promise<Slip | undefined> {
  return slips.read(userId, orderId);
}
