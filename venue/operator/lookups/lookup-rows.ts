/** SQL of what the desk looks up: accounts, entries of the books, the audit log. All by index and bounded. */
import { sql } from "kysely";
import type { AuditTable } from "../../session/audit/audit-rows.ts";
import { findUser, type UserRow } from "../../session/users/user-rows.ts";
import type { UserKind, VenueKind } from "../../ledger/rows.ts";
import { userOwner } from "../../ledger/accounts.ts";
import type { Db } from "../../store/schema.ts";

/** Accounts, newest first: all, `#` and an id, an invitation code, or those whose name begins so. */
export async function searchUsers(
  db: Db,
  query: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: UserRow[]; total: number }> {
  const id = /^#(\d{1,15})$/.exec(query)?.[1];
  if (id !== undefined) {
    const user = await findUser(db, Number(id));
    return { rows: user ? [user] : [], total: user ? 1 : 0 };
  }
  const name = query.normalize().toLowerCase();
  let found = db.selectFrom("user");
  // A range of the index; `like` would look at every row.
  if (name !== "")
    found = found.where((eb) =>
      eb.or([
        eb.and([eb("account", ">=", name), eb("account", "<", `${name}\u{10FFFF}`)]),
        eb("invite_code", "=", query.toUpperCase()),
      ]),
    );
  const { count } = await found
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { rows, total: Number(count) };
}

/** Names of accounts by id. */
export async function accountNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("user")
    .select(["id", "account"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, account }) => [id, account]));
}

export interface EntryQuery {
  userId: number | undefined;
  isVenue: boolean;
  kind: string | undefined;
  currency: string | undefined;
  journalId: number | undefined;
  /** Only entries before this one. */
  before: { journalId: number; seq: number } | undefined;
  limit: number;
}

export interface EntryRow {
  journal_id: number;
  seq: number;
  created_at: number;
  type: number;
  sub_type: string;
  ref_type: string;
  ref_id: string;
  reverses_id: number | null;
  owner: string;
  kind: UserKind | VenueKind;
  currency: string;
  amount: bigint;
  balance_after: bigint;
}

/** Entries of the books, newest first. */
export async function readEntries(
  db: Db,
  { userId, isVenue, kind, currency, journalId, before, limit }: EntryQuery,
): Promise<EntryRow[]> {
  let found = db
    .selectFrom("entry")
    .innerJoin("account", "account.id", "entry.account_id")
    .innerJoin("journal", "journal.id", "entry.journal_id")
    .select([
      "entry.journal_id",
      "entry.seq",
      "journal.created_at",
      "journal.type",
      "journal.sub_type",
      "journal.reverses_id",
    ])
    .select([
      "account.owner",
      "account.kind",
      "entry.currency",
      "entry.amount",
      "entry.balance_after",
    ])
    // `ref_id` is text, which the rule for integers leaves alone.
    .select(["journal.ref_type", "journal.ref_id"]);
  if (userId !== undefined) found = found.where("account.owner", "=", userOwner(userId));
  if (isVenue) found = found.where("account.owner", "=", "venue");
  if (kind !== undefined) found = found.where("account.kind", "=", sql<UserKind>`${kind}`);
  if (currency !== undefined) found = found.where("account.currency", "=", currency);
  if (journalId !== undefined) found = found.where("entry.journal_id", "=", journalId);
  if (before)
    found = found.where((eb) =>
      eb.or([
        eb("entry.journal_id", "<", before.journalId),
        eb.and([eb("entry.journal_id", "=", before.journalId), eb("entry.seq", "<", before.seq)]),
      ]),
    );
  return found
    .orderBy("entry.journal_id", "desc")
    .orderBy("entry.seq", "desc")
    .limit(limit)
    .execute();
}

/** What users own and what stands on each of the venue's pockets, in minor units. */
export async function readPockets(
  db: Db,
): Promise<{ kind: string; currency: string; balance: bigint }[]> {
  const venue = await db
    .selectFrom("account")
    .select(["kind", "currency", "balance"])
    .where("owner", "=", "venue")
    .limit(10_000)
    .execute();
  // What all owe together is nothing: what users own is what the venue's pockets, the world among them, lack.
  const sums = new Map<string, bigint>();
  for (const { currency, balance } of venue)
    sums.set(currency, (sums.get(currency) ?? 0n) - balance);
  return [
    ...venue,
    ...[...sums].map(([currency, balance]) => ({ kind: "users", currency, balance })),
  ];
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("user")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type AuditLine = Pick<AuditTable, "at_ms" | "event" | "outcome" | "user_id" | "ip" | "facts"> & {
  id: number;
};

/** The audit log, newest first. */
export async function readAudit(
  db: Db,
  {
    userId,
    before,
    limit,
  }: { userId: number | undefined; before: number | undefined; limit: number },
): Promise<AuditLine[]> {
  let found = db
    .selectFrom("audit")
    .select(["id", "at_ms", "event", "outcome", "user_id", "ip", "facts"]);
  if (userId !== undefined) found = found.where("user_id", "=", userId);
  if (before !== undefined) found = found.where("id", "<", before);
  return found.orderBy("id", "desc").limit(limit).execute();
}
