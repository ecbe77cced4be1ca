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

/** What each open command has locked, by `accountKey`. Nobody else can change it, and `writeBalances` keeps it current. */
const lockedBy = new WeakMap<Transaction, Map<string, LockedAccount>>();

/**
 * Locks accounts until the command ends, in ascending id, the venue's (which everyone wants) last, and
 * makes the missing ones. A command that posts more than once locks all it will touch by one call first;
 * otherwise two of them can wait for one another, and PostgreSQL makes one start again.
 * @returns these, and what else the command has locked, by `accountKey`
 */
export async function lockAccounts(
  tx: Transaction,
  refs: readonly AccountRef[],
): Promise<ReadonlyMap<string, LockedAccount>> {
  const locked = lockedBy.get(tx) ?? new Map<string, LockedAccount>();
  lockedBy.set(tx, locked);
  const wanted = new Map<string, AccountRef>();
  for (const ref of refs) {
    const key = accountKey(ref);
    if (!locked.has(key)) wanted.set(key, ref);
  }
  if (wanted.size === 0) return locked;
  for (const ref of wanted.values()) assertSound(ref);
  await selectLocked(tx, [...wanted.values()], locked);
  const missing = [...wanted.keys()].filter((key) => !locked.has(key)).sort();
  if (missing.length === 0) return locked;
  await tx.db
    .insertInto("account")
    .values(missing.map((key) => newAccount(wanted.get(key))))
    .onConflict((conflict) => conflict.columns(["owner", "kind", "currency"]).doNothing())
    .execute();
  await selectLocked(
    tx,
    missing.flatMap((key) => wanted.get(key) ?? []),
    locked,
  );
  return locked;
}

async function selectLocked(
  tx: Transaction,
  refs: AccountRef[],
  into: Map<string, LockedAccount>,
): Promise<void> {
  const rows = await selectForUpdate(
    tx.db,
    refs.map(({ owner, kind, currency }) => ({ owner, kind, currency })),
  );
  for (const { allow_negative, ...row } of rows)
    into.set(accountKey(row), { ...row, allowNegative: allow_negative === 1 });
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

/**
 * Writes what is on locked accounts now, in minor units by `accountKey`. For `post`.
 * @throws LedgerFault for one that is not locked
 */
export async function writeBalances(
  tx: Transaction,
  balances: ReadonlyMap<string, bigint>,
): Promise<void> {
  const locked = lockedBy.get(tx);
  const changed = [...balances].map(([key, balance]) => {
    const account = locked?.get(key);
    if (account === undefined) throw new LedgerFault(`not locked: ${key}`);
    return { ...account, balance };
  });
  await updateBalances(
    tx.db,
    changed.map(({ id, balance }) => ({ id, balance })),
  );
  for (const account of changed) locked?.set(accountKey(account), account);
}

const updateBalances = fixedQuery((db, rows: { id: number; balance: bigint }[]) => {
  const values = rows.map(
    ({ id, balance }) => sql`(cast(${id} as bigint), cast(${balance} as bigint))`,
  );
  return sql`update account set balance = v.column2, version = version + 1
    from (values ${sql.join(values)}) as v where account.id = v.column1`.compile(db);
});

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
