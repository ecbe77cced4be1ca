import type { Db } from "../store/schema.ts";
import { userOwner } from "./accounts.ts";

/** One change of a user's available balance, in minor units: history is a view of money, not a copy. */
export interface BillRow {
  /** `<journal>-<seq>`. */
  id: string;
  journalId: number;
  currency: string;
  amount: bigint;
  balanceAfter: bigint;
  type: number;
  subType: string;
  refType: string;
  refId: string;
  /** Unix ms. */
  createdAt: number;
}

export interface BillQuery {
  userId: string | number;
  currency?: string | undefined;
  types?: readonly number[] | undefined;
  /** Unix ms, both ends included. */
  from?: number | undefined;
  to?: number | undefined;
  refType?: string | undefined;
  refId?: string | undefined;
  /** From 1. */
  page: number;
  size: number;
}

/** Newest first; later movements never change the order of earlier ones. */
export async function readBills(
  db: Db,
  query: BillQuery,
): Promise<{ list: BillRow[]; total: number }> {
  const { userId, currency, types, from, to, refType, refId, page, size } = query;
  // PostgreSQL does not take an empty list.
  if (types?.length === 0) return { list: [], total: 0 };
  let bills = db
    .selectFrom("account")
    .innerJoin("entry", "entry.account_id", "account.id")
    .innerJoin("journal", "journal.id", "entry.journal_id")
    .where("owner", "=", userOwner(userId))
    .where("kind", "=", "available");
  if (currency !== undefined) bills = bills.where("account.currency", "=", currency);
  if (types !== undefined) bills = bills.where("type", "in", types);
  if (from !== undefined) bills = bills.where("created_at", ">=", from);
  if (to !== undefined) bills = bills.where("created_at", "<=", to);
  if (refType !== undefined) bills = bills.where("ref_type", "=", refType);
  if (refId !== undefined) bills = bills.where("ref_id", "=", refId);

  const { count } = await bills
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await bills
    .select(["journal_id", "seq", "entry.currency", "amount", "balance_after", "created_at"])
    .select(["type", "sub_type", "ref_type", "ref_id"])
    .orderBy("journal_id", "desc")
    .orderBy("seq", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const list = rows.map((row) => ({
    id: `${row.journal_id}-${row.seq}`,
    journalId: row.journal_id,
    currency: row.currency,
    amount: row.amount,
    balanceAfter: row.balance_after,
    type: row.type,
    subType: row.sub_type,
    refType: row.ref_type,
    refId: row.ref_id,
    createdAt: row.created_at,
  }));
  return { list, total: Number(count) };
}
