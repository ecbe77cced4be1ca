/** SQL of withdrawals and of the quotes they name. */
import { type Generated, type Selectable, sql } from "kysely";
import type { RequestLife } from "../../../review/request-life.ts";
import { isPostgres } from "../../../store/migrate.ts";
import type { Db } from "../../../store/schema.ts";

/** Where a withdrawal goes: to an address of a network, or to a card (`network` empty). */
export interface Target {
  kind: "coin" | "bank";
  flag: string;
  network: string;
  address: string;
  memo: string;
}

/** Amounts in minor units of `flag` at `scale`, times in Unix ms. */
export interface WithdrawalTable extends Target, RequestLife {
  id: Generated<number>;
  user_id: number;
  client_order_id: string;
  scale: number;
  /** The same however the address is written, and what people compare of it. */
  address_key: string;
  address_ends: string;
  /** The card as it was, masked: JSON, or empty. */
  bank: string;
  amount: bigint;
  fee: bigint;
  /** What was set aside. */
  total: bigint;
  /** Currency of the arrival where it is another one. */
  fiat: string;
  /** Decimal text of what arrives. */
  arrival: string;
  created_at: number;
}

export interface WithdrawalQuoteTable extends Target {
  id: string;
  user_id: number;
  bank_id: string;
  amount: bigint;
  fee: bigint;
  total: bigint;
  fiat: string;
  arrival: string;
  expires_at: number;
  /** 1 once a withdrawal named it. */
  used: number;
}

declare module "../../../store/schema.ts" {
  interface Tables {
    withdrawal: WithdrawalTable;
    withdrawal_quote: WithdrawalQuoteTable;
  }
}

export type WithdrawalRow = Selectable<WithdrawalTable>;
export type QuoteRow = Selectable<WithdrawalQuoteTable>;

/** What a withdrawal's hold and journals are called in the books. */
export const withdrawalType = "withdrawal";

export async function insertWithdrawal(
  db: Db,
  row: Omit<WithdrawalRow, "id">,
): Promise<WithdrawalRow> {
  return db.insertInto("withdrawal").values(row).returningAll().executeTakeFirstOrThrow();
}

/** A withdrawal, locked; of any user, or only of this one. */
export async function lockWithdrawal(
  db: Db,
  id: number,
  userId?: number,
): Promise<WithdrawalRow | undefined> {
  return db
    .selectFrom("withdrawal")
    .selectAll()
    .where("id", "=", id)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? 0))
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Writes how it ended. */
export async function endWithdrawal(
  db: Db,
  { id, state, reason, review_due_at, decided_by, decided_at }: WithdrawalRow,
): Promise<void> {
  await db
    .updateTable("withdrawal")
    .set({ state, reason, review_due_at, decided_by, decided_at })
    .where("id", "=", id)
    .execute();
}

/** Lets the venue look at a pending one again later. */
export async function putOffWithdrawal(db: Db, id: number, until: number): Promise<void> {
  await db
    .updateTable("withdrawal")
    .set({ review_due_at: until })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .execute();
}

/** The amount of a currency withdrawn or requested in one way since a time; minor units. */
export async function withdrawnSince(
  db: Db,
  userId: number,
  { flag, network }: Pick<Target, "flag" | "network">,
  since: number,
): Promise<bigint> {
  const { sum } = await db
    .selectFrom("withdrawal")
    .select(sql<bigint>`cast(coalesce(sum(amount), 0) as bigint)`.as("sum"))
    .where("user_id", "=", userId)
    .where("created_at", ">=", since)
    .where("flag", "=", flag)
    .where("network", "=", network)
    .where("state", "in", ["pending", "approved"])
    .executeTakeFirstOrThrow();
  return sum;
}

/** How often an address was paid. */
export async function countPaid(
  db: Db,
  userId: number,
  to: Pick<WithdrawalRow, "network" | "address_key" | "address_ends">,
): Promise<number> {
  const { count } = await db
    .selectFrom("withdrawal")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", userId)
    .where("address_ends", "=", to.address_ends)
    .where("network", "=", to.network)
    .where("address_key", "=", to.address_key)
    .where("state", "=", "approved")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An address that was paid, with these ends and another middle. */
export async function findPaidAlike(
  db: Db,
  userId: number,
  to: Pick<WithdrawalRow, "address_key" | "address_ends">,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("withdrawal")
    .select("address")
    .where("user_id", "=", userId)
    .where("address_ends", "=", to.address_ends)
    .where("address_key", "!=", to.address_key)
    .where("state", "=", "approved")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.address;
}

export interface WithdrawalQuery {
  userId: number;
  kind?: "coin" | "bank" | undefined;
  flag?: string | undefined;
  /** States for a `status` of the wire; empty for a status that no withdrawal has. */
  states?: readonly WithdrawalRow["state"][] | undefined;
  id?: number | undefined;
  clientOrderId?: string | undefined;
  /** Unix ms, both ends included. */
  from?: number | undefined;
  to?: number | undefined;
  page: number;
  size: number;
}

/** A user's withdrawals, newest first. */
export async function readWithdrawals(
  db: Db,
  query: WithdrawalQuery,
): Promise<{ list: WithdrawalRow[]; total: number }> {
  const { userId, kind, flag, states, id, clientOrderId, from, to, page, size } = query;
  if (states?.length === 0 || (id !== undefined && !Number.isSafeInteger(id)))
    return { list: [], total: 0 };
  let rows = db.selectFrom("withdrawal").where("user_id", "=", userId);
  if (kind !== undefined) rows = rows.where("kind", "=", kind);
  if (flag !== undefined) rows = rows.where("flag", "=", flag);
  if (states !== undefined) rows = rows.where("state", "in", states);
  if (id !== undefined) rows = rows.where("id", "=", id);
  if (clientOrderId !== undefined) rows = rows.where("client_order_id", "=", clientOrderId);
  if (from !== undefined) rows = rows.where("created_at", ">=", from);
  if (to !== undefined) rows = rows.where("created_at", "<=", to);
  const { count } = await rows
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const list = await rows
    .selectAll()
    .orderBy("id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list, total: Number(count) };
}

/** Those that wait for a review, the oldest first. */
export async function readPendingWithdrawals(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<WithdrawalRow[]> {
  return db
    .selectFrom("withdrawal")
    .selectAll()
    .where(sql<boolean>`state = 'pending'`)
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function findPendingWithdrawal(
  db: Db,
  id: number,
): Promise<WithdrawalRow | undefined> {
  return db
    .selectFrom("withdrawal")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirst();
}

export async function countPendingWithdrawals(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("withdrawal")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(sql<boolean>`state = 'pending'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Keeps a quote, and lets go of those of its user that were over at `before`. */
export async function keepQuote(db: Db, quote: QuoteRow, before: number): Promise<void> {
  await db
    .deleteFrom("withdrawal_quote")
    .where("user_id", "=", quote.user_id)
    .where("expires_at", "<", before)
    .execute();
  await db.insertInto("withdrawal_quote").values(quote).execute();
}

/** A user's quote with its lock: it is used once. */
export async function lockQuote(db: Db, userId: number, id: string): Promise<QuoteRow | undefined> {
  return db
    .selectFrom("withdrawal_quote")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function spendQuote(db: Db, id: string): Promise<void> {
  await db.updateTable("withdrawal_quote").set({ used: 1 }).where("id", "=", id).execute();
}
