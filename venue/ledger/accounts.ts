import { sql } from "kysely";
import { fixedQuery } from "../store/fixed-query.ts";
import { isPostgres } from "../store/migrate.ts";
import type { Transaction } from "../store/store.ts";
import { LedgerFault } from "./ledger-fault.ts";
import type { AccountTable, Owner, UserKind, UserOwner, VenueKind } from "./rows.ts";

/** Which balance is meant. It comes into being when it is first touched. */
export type AccountRef =
  | { owner: UserOwner; kind: UserKind; currency: string }
  | { owner: "venue"; kind: VenueKind; currency: string };

/** One side of a movement, in minor units: positive raises the owner's balance. Never zero. */
export type Leg = AccountRef & { amount: bigint };

/** A locked account and what is on it, in minor units. */
export interface LockedAccount {
  id: number;
  owner: Owner;
  kind: UserKind | VenueKind;
  currency: string;
  balance: bigint;
  allowNegative: boolean;
}

/**
 * Venue pockets that may owe: the world, and those that take the other side of users' trades. Fees only
 * ever come in.
 */
const mayOwe: Record<VenueKind, boolean> = {
  external: true,
  liquidity: true,
  funding: true,
  second_pool: true,
  insurance: true,
  rounding: true,
  bonus: true,
  fee: false,
};

const userKinds: readonly string[] = [
  "available",
  "frozen",
  "margin",
  "stake",
] satisfies UserKind[];

export function userOwner(userId: string | number): UserOwner {
  return `user:${userId}`;
}

export function accountKey(ref: { owner: string; kind: string; currency: string }): string {
  return `${ref.owner}/${ref.kind}/${ref.currency}`;
}

/**
 * Locks accounts until the command ends, in ascending id, the venue's (which everyone wants) last, and
 * makes the missing ones. A command that posts more than once locks all it will touch by one call first;
 * otherwise two of them can wait for one another, and PostgreSQL makes one start again.
 * @returns the accounts by `accountKey`
 */
export async function lockAccounts(
  tx: Transaction,
  refs: readonly AccountRef[],
): Promise<Map<string, LockedAccount>> {
  const wanted = new Map(refs.map((ref) => [accountKey(ref), ref]));
  if (wanted.size === 0) return new Map();
  for (const ref of wanted.values()) assertSound(ref);
  const found = await selectLocked(tx, [...wanted.values()]);
  const missing = [...wanted.keys()].filter((key) => !found.has(key)).sort();
  if (missing.length === 0) return found;
  await tx.db
    .insertInto("account")
    .values(missing.map((key) => newAccount(wanted.get(key))))
    .onConflict((conflict) => conflict.columns(["owner", "kind", "currency"]).doNothing())
    .execute();
  return selectLocked(tx, [...wanted.values()]);
}

async function selectLocked(
  tx: Transaction,
  refs: AccountRef[],
): Promise<Map<string, LockedAccount>> {
  const rows = await selectForUpdate(
    tx.db,
    refs.map(({ owner, kind, currency }) => ({ owner, kind, currency })),
  );
  return new Map(
    rows.map(({ allow_negative, ...row }) => [
      accountKey(row),
      { ...row, allowNegative: allow_negative === 1 },
    ]),
  );
}

type Triple = Pick<AccountTable, "owner" | "kind" | "currency">;

const selectForUpdate = fixedQuery((db, refs: Triple[]) =>
  db
    .selectFrom("account")
    .select(["id", "owner", "kind", "currency", "balance", "allow_negative"])
    .where((eb) => eb.or(refs.map((ref) => eb.and(ref))))
    .orderBy(sql`case owner when 'venue' then 1 else 0 end`)
    .orderBy("id")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .compile(),
);

function newAccount(ref: AccountRef | undefined) {
  if (ref === undefined) throw new LedgerFault("account of no one");
  const { owner, kind, currency } = ref;
  const allow_negative = ref.owner === "venue" && mayOwe[ref.kind] ? 1 : 0;
  return { owner, kind, currency, allow_negative, balance: 0n, version: 0n };
}

function assertSound(ref: AccountRef): void {
  const isUser = /^user:\d{1,19}$/.test(ref.owner);
  const kinds = isUser ? userKinds : ref.owner === "venue" ? Object.keys(mayOwe) : [];
  if (!kinds.includes(ref.kind) || !/^[A-Z0-9]{1,16}$/.test(ref.currency)) {
    throw new LedgerFault(`no such account: ${accountKey(ref)}`);
  }
}
