import * as codes from "#protocol/wire/error-codes.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { lockPosition, type PositionRow } from "./rows.ts";

/** Whose position or order, by the id the owner's device gave. */
export interface OfUser {
  userId: number;
  id: string;
}

/** The number of an id; undefined where none of ours could have it. */
export function idOf(id: string): number | undefined {
  return Number.isSafeInteger(Number(id)) ? Number(id) : undefined;
}

/**
 * A user's open position with its lock, so that nobody else, the engine included, changes it
 * meanwhile.
 * @throws Refusal noSuchOrder where the user has none of this id or it is closed, positionLocked
 *   with the reason where it is locked
 */
export async function lockOpen(tx: Transaction, { userId, id }: OfUser): Promise<PositionRow> {
  const number = idOf(id);
  const position = number === undefined ? undefined : await lockPosition(tx.db, userId, number);
  if (!position || position.closed_at !== null) throw new Refusal(codes.noSuchOrder);
  if (position.lock_reason !== null)
    throw new Refusal(codes.positionLocked, { reason: position.lock_reason });
  return position;
}
