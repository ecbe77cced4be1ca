import { post, type Posted } from "../../../venue/ledger/post.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import type { HoldRef } from "../../../venue/ledger/hold-changes.ts";
import type { UserOwner } from "../../../venue/ledger/rows.ts";
import type { Db } from "../../../venue/store/schema.ts";
import type { Store, Transaction } from "../../../venue/store/store.ts";

export const now = 1_700_000_000_000;

let keys = 0;

/** A key no movement of this process has used. */
export function freshKey(): string {
  keys += 1;
  return `test:${keys}`;
}

export interface Movement {
  user: number;
  amount: bigint;
  currency?: string;
  idemKey?: string;
}

/** Money comes in (or, negative, goes out) between the world and a user's available balance. */
export function bring(tx: Transaction, movement: Movement): Promise<Posted> {
  const { user, amount, currency = "USDT", idemKey = freshKey() } = movement;
  return post(tx, {
    idemKey,
    type: 1,
    refType: "test",
    refId: idemKey,
    now,
    legs: [
      { owner: "venue", kind: "external", currency, amount: -amount },
      { owner: `user:${user}`, kind: "available", currency, amount },
    ],
  });
}

export function violations(store: Store): Promise<string[]> {
  return store.read((db) => coherent(db));
}

export async function balanceOf(store: Store, user: number, kind: string, currency = "USDT") {
  const row = await store.read((db) =>
    db
      .selectFrom("account")
      .select("balance")
      .where("owner", "=", `user:${user}`)
      .where("currency", "=", currency)
      .where((eb) => eb("kind", "=", eb.val(kind).$castTo<"available">()))
      .executeTakeFirst(),
  );
  return row?.balance ?? 0n;
}

/** A hold as the tables have it, or `undefined`. */
export async function holdOf(db: Db, ref: HoldRef) {
  const row = await db
    .selectFrom("hold")
    .innerJoin("account", "account.id", "hold.account_id")
    .select(["account.owner", "account.currency", "hold.amount", "remaining", "state"])
    .where("ref_type", "=", ref.refType)
    .where("ref_id", "=", ref.refId)
    .executeTakeFirst();
  return row && { ...row, owner: row.owner as UserOwner };
}
