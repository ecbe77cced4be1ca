/** SQL of what is listed and asked of contract orders and positions. */
import { type SelectQueryBuilder, sql } from "kysely";
import type { Direction } from "#protocol/rules/contracts/contract-worth.ts";
import { fixedQuery } from "../../store/fixed-query.ts";
import type { Db, Tables } from "../../store/schema.ts";
import {
  type ContractFillRow,
  type ContractOrderRow,
  type HeldContractOrder,
  type PositionRow,
  withHeld,
} from "./rows.ts";

export interface ListQuery {
  userId: number;
  code?: string | undefined;
  /** Unix ms, both ends included. */
  from?: number | undefined;
  to?: number | undefined;
  page: number;
  size: number;
}

/** A user's orders, newest first; `isOver` chooses those that wait or those that ended. */
export async function readOrders(
  db: Db,
  query: ListQuery & { isOver?: boolean | undefined },
): Promise<{ list: HeldContractOrder[]; total: number }> {
  const { userId, code, isOver, from, to, page, size } = query;
  let orders = db.selectFrom("contract_order").where("user_id", "=", userId);
  if (isOver !== undefined) orders = orders.where("finished_at", isOver ? "is not" : "is", null);
  if (code !== undefined) orders = orders.where("contract_code", "=", code);
  if (from !== undefined) orders = orders.where("accepted_at", ">=", from);
  if (to !== undefined) orders = orders.where("accepted_at", "<=", to);
  const list = await orders
    .selectAll()
    .orderBy("id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list: await withHeld(db, list), total: await countOf(orders) };
}

/** One order of a user, by id or by the device's own id. */
export async function readOrder(
  db: Db,
  userId: number,
  by: { id: number } | { clientOrderId: string },
): Promise<HeldContractOrder | undefined> {
  const orders = db.selectFrom("contract_order").selectAll().where("user_id", "=", userId);
  const rows = await (
    "id" in by
      ? orders.where("id", "=", by.id)
      : orders.where("client_order_id", "=", by.clientOrderId)
  ).execute();
  return (await withHeld(db, rows))[0];
}

/** An order's fills in the order they came. */
export async function readFills(db: Db, orderId: number): Promise<ContractFillRow[]> {
  return db
    .selectFrom("contract_fill")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("seq")
    .execute();
}

/** A position of a user, open or closed. */
export async function readPosition(
  db: Db,
  userId: number,
  id: number,
): Promise<PositionRow | undefined> {
  return db
    .selectFrom("contract_position")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** A user's open positions, the oldest first. */
export async function readOpenPositions(
  db: Db,
  userId: number,
  code?: string,
): Promise<PositionRow[]> {
  let positions = db
    .selectFrom("contract_position")
    .selectAll()
    .where("user_id", "=", userId)
    .where("closed_at", "is", null);
  if (code !== undefined) positions = positions.where("contract_code", "=", code);
  return positions.orderBy("id").execute();
}

/** A user's closed positions, newest first; times are of their end. */
export async function readClosedPositions(
  db: Db,
  { userId, code, from, to, page, size }: ListQuery,
): Promise<{ list: PositionRow[]; total: number }> {
  let positions = db
    .selectFrom("contract_position")
    .where("user_id", "=", userId)
    .where("closed_at", "is not", null);
  if (code !== undefined) positions = positions.where("contract_code", "=", code);
  if (from !== undefined) positions = positions.where("closed_at", ">=", from);
  if (to !== undefined) positions = positions.where("closed_at", "<=", to);
  const list = await positions
    .selectAll()
    .orderBy("closed_at", "desc")
    .orderBy("id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list, total: await countOf(positions) };
}

async function countOf<T extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, T, object>,
): Promise<number> {
  const { count } = await rows
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A user's waiting orders, of one contract or all, by id. */
export async function readWaiting(
  db: Db,
  userId: number,
  code?: string,
): Promise<Pick<ContractOrderRow, "id" | "purpose" | "position_id">[]> {
  let orders = db
    .selectFrom("contract_order")
    .select(["id", "purpose", "position_id"])
    .where("user_id", "=", userId)
    .where("finished_at", "is", null);
  if (code !== undefined) orders = orders.where("contract_code", "=", code);
  return orders.orderBy("id").execute();
}

/** How many orders of a user wait. */
export async function countWaiting(db: Db, userId: number): Promise<number> {
  const [row] = await countWaitingQuery(db, { userId });
  return Number(row?.count ?? 0n);
}

const countWaitingQuery = fixedQuery((db, { userId }: { userId: number }) =>
  db
    .selectFrom("contract_order")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", userId)
    .where("finished_at", "is", null)
    .compile(),
);

/** A user's exposure in one contract: an open position by its cost, an opening order by its unfilled rest at its limit. */
export interface Exposure {
  direction: Direction;
  lever_rate: number;
  isPosition: boolean;
  volume: bigint;
  cost: bigint;
  /** Ticks; null for a position and for a market order. */
  price: bigint | null;
}

/** One statement, so that an order that is filled in this moment is seen as it was or as it is, never as neither. */
export async function readExposures(db: Db, userId: number, code: string): Promise<Exposure[]> {
  // A union has no declared types.
  return (await selectExposures(db, { userId, code })).map(({ kind, lever_rate, ...row }) => ({
    ...row,
    lever_rate: Number(lever_rate),
    isPosition: kind === "position",
  }));
}

type ExposureRow = Omit<Exposure, "isPosition" | "lever_rate"> & {
  kind: string;
  lever_rate: bigint;
};

const selectExposures = fixedQuery((db, { userId, code }: { userId: number; code: string }) =>
  sql<ExposureRow>`
    select 'position' as kind, direction, lever_rate, volume, cost, cast(null as bigint) as price from contract_position
      where user_id = ${userId} and contract_code = ${code} and closed_at is null
    union all
    select 'order' as kind, direction, lever_rate, volume - filled_volume as volume, cast(0 as bigint) as cost, price from contract_order
      where user_id = ${userId} and contract_code = ${code} and finished_at is null and purpose = 'open'`.compile(
    db,
  ),
);
