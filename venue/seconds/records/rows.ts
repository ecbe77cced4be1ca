/** SQL of seconds contracts. */
import { type Generated, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import * as codes from "#protocol/wire/error-codes.ts";
import type { Direction, SecondsResult } from "#protocol/rules/seconds-settlement.ts";
import { type Invariant, invariant } from "../../ledger/coherent.ts";
import { isPostgres } from "../../store/migrate.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Db, Tables } from "../../store/schema.ts";

/** Money in minor units, times in Unix ms, prices and samples as the receipt has them. */
export interface SecondOrderTable {
  id: Generated<number>;
  user_id: number;
  client_order_id: string;
  symbol: string;
  currency: string;
  /** Decimals of the market's prices when it was accepted. */
  price_precision: number;
  direction: Direction;
  /** Seconds from price lock to delivery. */
  time_sec: number;
  odds: string;
  stake: bigint;
  /** Version of the risk text that came with it. */
  risk_version: number;
  accepted_at: number;
  t0_at: number;
  t1_at: number;
  /** JSON of the commitments to the simulated days of its samples, as they stood when it was accepted. */
  day_commits: string;
  /** What made the market it was accepted in: samples of another are none of its own. */
  source: string;
  /** JSON of the five samples each, once they are what the contract goes by; never changed afterwards. */
  samples0: string | null;
  samples1: string | null;
  open_price: string | null;
  close_price: string | null;
  result: SecondsResult | null;
  void_reason: VoidReason | null;
  payout: bigint | null;
  receipt_hash: string | null;
  /** JSON of the slip; null of contracts from before there were any. */
  slip: string | null;
  /** The moment that it waits for; null when it is over. */
  due_at: number | null;
  settled_at: number | null;
}

export type VoidReason = "entry" | "exit";

/** The limits a person has set, and the limits they asked for from `pending_at` on. Money in minor units; null is no limit. */
export interface SecondLimitTable {
  user_id: number;
  daily_loss: bigint | null;
  stake: bigint | null;
  pace: number | null;
  pending_daily_loss: bigint | null;
  pending_stake: bigint | null;
  pending_pace: number | null;
  pending_at: number | null;
  /** No new contract before this; 0 for none. */
  cool_off_at: number;
  updated_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    second_order: SecondOrderTable;
    second_limit: SecondLimitTable;
    second_risk_ack: { user_id: number; version: number; acked_at: number };
  }
}

export type SecondOrderRow = Selectable<SecondOrderTable>;

/** What movements of a stake refer to. */
export const orderType = "second_order";

/** What a new contract brings; the rest begins empty. */
export type NewSecondOrder = Pick<
  SecondOrderRow,
  | "user_id"
  | "client_order_id"
  | "symbol"
  | "currency"
  | "price_precision"
  | "direction"
  | "time_sec"
  | "odds"
  | "stake"
  | "risk_version"
  | "accepted_at"
  | "t0_at"
  | "t1_at"
  | "day_commits"
  | "source"
>;

/** @throws Refusal invalidParameters where another contract of the user is called the same */
export async function insertOrder(db: Db, order: NewSecondOrder): Promise<SecondOrderRow> {
  const row = await db
    .insertInto("second_order")
    .values({ ...order, due_at: order.t0_at })
    .onConflict((conflict) => conflict.columns(["user_id", "client_order_id"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Refusal(codes.invalidParameters, { field: "client_order_id" });
  return row;
}

/** Writes the slip of a contract that was just taken in; answers the contract with it. */
export async function writeSlip(
  db: Db,
  order: SecondOrderRow,
  slip: string,
): Promise<SecondOrderRow> {
  await db.updateTable("second_order").set({ slip }).where("id", "=", order.id).execute();
  return { ...order, slip };
}

/** Writes what entry or settlement made of it. */
export async function updateOrder(db: Db, order: SecondOrderRow): Promise<void> {
  const {
    id,
    samples0,
    samples1,
    open_price,
    close_price,
    result,
    void_reason,
    payout,
    receipt_hash,
    due_at,
    settled_at,
  } = order;
  await db
    .updateTable("second_order")
    .set({
      samples0,
      samples1,
      open_price,
      close_price,
      result,
      void_reason,
      payout,
      receipt_hash,
      due_at,
      settled_at,
    })
    .where("id", "=", id)
    .execute();
}

/** One moment of one market for which contracts wait: all of them go by the same samples. */
export interface DueMoment extends Pick<
  SecondOrderRow,
  "symbol" | "price_precision" | "source" | "day_commits"
> {
  /** Unix ms. */
  due_at: number;
  /** 1 where they wait for their entry price, 0 for the exit price. */
  entry: number;
}

/** Most moments looked at in one go; those after it come in the next. */
const mostMoments = 2000;

/** Moments that have passed at `now`, the oldest first. */
export async function readDueMoments(db: Db, now: number): Promise<DueMoment[]> {
  const { rows } = await sql<Omit<DueMoment, "entry"> & { entry: bigint | number }>`
    select distinct symbol, price_precision, source, day_commits, due_at, case when samples0 is null then 1 else 0 end as entry from second_order
    where due_at is not null and due_at <= ${now} order by due_at, symbol, entry, day_commits limit ${mostMoments}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, entry: Number(row.entry) }));
}

/** Takes contracts that wait for a moment, the oldest first; those that another process has are passed over. */
export async function lockDue(
  db: Db,
  { symbol, price_precision, source, day_commits, due_at, entry }: DueMoment,
  { limit, skipped }: { limit: number; skipped: readonly number[] },
): Promise<SecondOrderRow[]> {
  return db
    .selectFrom("second_order")
    .selectAll()
    .where("due_at", "=", due_at)
    .where("symbol", "=", symbol)
    .where("price_precision", "=", price_precision)
    .where("source", "=", source)
    .where("day_commits", "=", day_commits)
    .where("samples0", entry === 1 ? "is" : "is not", null)
    .$if(skipped.length > 0, (query) => query.where("id", "not in", skipped))
    .orderBy("id")
    .limit(limit)
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
    .execute();
}

/** A user's running contracts with their locks, by id. */
export async function lockRunning(db: Db, userId: number): Promise<SecondOrderRow[]> {
  return db
    .selectFrom("second_order")
    .selectAll()
    .where("user_id", "=", userId)
    .where("due_at", "is not", null)
    .orderBy("id")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute();
}

/** When the newest contract of all was accepted, Unix ms; 0 before the first. */
export async function readNewestAccepted(db: Db): Promise<number> {
  const row = await db
    .selectFrom("second_order")
    .select("accepted_at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.accepted_at ?? 0;
}

export interface ListQuery {
  userId: number;
  symbol?: string | undefined;
  isOver?: boolean | undefined;
  /** Of acceptance, Unix ms, both ends included. */
  from?: number | undefined;
  to?: number | undefined;
  page: number;
  size: number;
}

/** A user's contracts, newest first. */
export async function readOrders(
  db: Db,
  { userId, symbol, isOver, from, to, page, size }: ListQuery,
): Promise<{ list: SecondOrderRow[]; total: number }> {
  let orders: SelectQueryBuilder<Tables, "second_order", object> = db
    .selectFrom("second_order")
    .where("user_id", "=", userId);
  if (isOver !== undefined) orders = orders.where("settled_at", isOver ? "is not" : "is", null);
  if (symbol !== undefined) orders = orders.where("symbol", "=", symbol);
  if (from !== undefined) orders = orders.where("accepted_at", ">=", from);
  if (to !== undefined) orders = orders.where("accepted_at", "<=", to);
  const { count } = await orders
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const list = await orders
    .selectAll()
    .orderBy("id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list, total: Number(count) };
}

/** One contract of a user, by id or by the device's own id. */
export async function readOrder(
  db: Db,
  userId: number,
  by: { id: number } | { clientOrderId: string },
): Promise<SecondOrderRow | undefined> {
  const orders = db.selectFrom("second_order").selectAll().where("user_id", "=", userId);
  return (
    "id" in by
      ? orders.where("id", "=", by.id)
      : orders.where("client_order_id", "=", by.clientOrderId)
  ).executeTakeFirst();
}

/** The invariants of seconds contracts, in addition to the ledger's own. */
export const secondsInvariants: readonly Invariant[] = [
  invariant(
    "stakes are the sum of running seconds contracts",
    "second_order",
    sql`select owner || ' ' || account.currency as what from account
      left join (select 'user:' || cast(user_id as text) as holder, currency, sum(stake) as held from second_order where settled_at is null group by user_id, currency) as o
        on o.holder = owner and o.currency = account.currency
      where kind = 'stake' and balance <> coalesce(held, 0)`,
  ),
  invariant(
    "a running seconds contract has its stake and a settled one moved once",
    "second_order",
    sql`select cast(second_order.id as text) as what from second_order
      where not exists (select 1 from journal where idem_key = 'second:open:' || cast(second_order.id as text))
        or (settled_at is not null) <> exists (select 1 from journal where idem_key = 'settle:second:' || cast(second_order.id as text))`,
  ),
  invariant(
    "a settled seconds contract has its receipt, and a receipt its contract",
    "second_order",
    sql`select 'contract ' || cast(second_order.id as text) as what from second_order left join second_receipt on second_receipt.order_id = second_order.id
        where (second_order.settled_at is not null) <> (second_receipt.seq is not null) or second_receipt.hash <> receipt_hash
      union all
      select 'receipt ' || cast(seq as text) as what from second_receipt where not exists (select 1 from second_order where id = order_id)`,
  ),
];
