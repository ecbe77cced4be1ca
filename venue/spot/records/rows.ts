/** SQL of coin orders and their fills. */
import { type Generated, type Selectable, sql } from "kysely";
import { type CoinState, coinStatus } from "#protocol/api/spot.ts";
import type { Side } from "#protocol/rules/spot-fill.ts";
import { readRemaining } from "../../ledger/holds.ts";
import type { FillEvidence } from "../../matching/fill-evidence.ts";
import { fixedInsert, fixedQuery, fixedUpdate } from "../../store/fixed-query.ts";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

/** Prices are in ticks, money in minor units, times in Unix ms. */
export interface SpotOrderTable {
  id: Generated<number>;
  user_id: number;
  client_order_id: string;
  symbol: string;
  base: string;
  quote: string;
  /** The decimals the order was accepted under: it can be read whatever the market lists today. */
  price_precision: number;
  amount_precision: number;
  base_scale: number;
  quote_scale: number;
  side: Side;
  type: string;
  tif: string;
  price: bigint | null;
  stop_price: bigint | null;
  operator: string | null;
  /** One of the two is given. */
  amount: bigint | null;
  value: bigint | null;
  filled_amount: bigint;
  filled_value: bigint;
  /** Of the received currency. */
  fee: bigint;
  /** How many fills there are. */
  fills: number;
  state: CoinState;
  status: 0 | 1 | 2;
  reason: string | null;
  accepted_at: number;
  updated_at: number;
  finished_at: number | null;
  /** When the market reached its stop price. */
  trigger_at: number | null;
  /** Until when a sell under review may be decided. */
  review_ends_at: number | null;
  /** The order it took the place of. */
  replaces_id: number | null;
  /** Of the snapshot that a limit order met first: since then it rests. */
  seen_at: number | null;
}

export interface SpotFillTable extends FillEvidence {
  order_id: number;
  /** From 1 in each order. */
  seq: number;
  user_id: number;
  symbol: string;
  side: Side;
  price: bigint;
  lots: bigint;
  amount: bigint;
  value: bigint;
  fee: bigint;
}

/** How far each symbol's printed trades are used up. */
export interface SpotCursorTable {
  symbol: string;
  /** Trades before this time fill nobody any more. */
  printed_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    spot_order: SpotOrderTable;
    spot_fill: SpotFillTable;
    spot_cursor: SpotCursorTable;
  }
}

export type SpotOrderRow = Selectable<SpotOrderTable>;
export type SpotFillRow = Selectable<SpotFillTable>;

/** What a spot order's hold is called in the books. */
export const holdType = "spot_order";

/** An order with what is still set aside for it. */
export type HeldOrder = SpotOrderRow & { held: bigint };

/** The specification's status of a state, as both are always written together. */
export function statesOf(state: CoinState): Pick<SpotOrderTable, "state" | "status"> {
  if (state === "reviewing") return { state, status: coinStatus.pendingReview };
  const isPending =
    state === "created" ||
    state === "submitted" ||
    state === "partial-filled" ||
    state === "canceling";
  return { state, status: isPending ? coinStatus.pendingOrder : coinStatus.completed };
}

/** What a new order brings; the rest begins empty. */
export type NewOrder = Pick<
  SpotOrderRow,
  | "user_id"
  | "client_order_id"
  | "symbol"
  | "base"
  | "quote"
  | "price_precision"
  | "amount_precision"
  | "base_scale"
  | "quote_scale"
  | "side"
  | "type"
  | "tif"
  | "price"
  | "stop_price"
  | "operator"
  | "amount"
  | "value"
  | "state"
  | "status"
  | "accepted_at"
  | "updated_at"
  | "review_ends_at"
  | "replaces_id"
>;

export async function insertOrder(db: Db, order: NewOrder): Promise<SpotOrderRow> {
  const row = { ...order, ...unmet };
  const id = await insertOrderQuery(db, row);
  if (id === undefined) throw new Error("an order was not written");
  return { ...row, id };
}

/** What an order is that has met nothing yet. */
const unmet = {
  filled_amount: 0n,
  filled_value: 0n,
  fee: 0n,
  fills: 0,
  reason: null,
  finished_at: null,
  trigger_at: null,
  seen_at: null,
} as const;

const insertOrderQuery = fixedInsert((db, order: Omit<SpotOrderRow, "id">) =>
  db.insertInto("spot_order").values(order),
);

/** Writes what a fill, a trigger, a decision or an end changed. */
export const updateOrder = fixedUpdate("spot_order", [
  "filled_amount",
  "filled_value",
  "fee",
  "fills",
  "state",
  "status",
  "reason",
  "accepted_at",
  "updated_at",
  "finished_at",
  "trigger_at",
  "seen_at",
  "review_ends_at",
]);

/** A user's order with its lock: until the command ends nobody else, the engine included, changes it. */
export async function lockOrder(
  db: Db,
  userId: number,
  id: number,
): Promise<HeldOrder | undefined> {
  const rows = await db
    .selectFrom("spot_order")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute();
  return (await withHeld(db, rows))[0];
}

/** An order under review with its lock; undefined where it is decided already. */
export async function lockReview(db: Db, id: number): Promise<HeldOrder | undefined> {
  const rows = await db
    .selectFrom("spot_order")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "reviewing")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute();
  return (await withHeld(db, rows))[0];
}

/** Orders under review whose time was over at `now`, the oldest first. */
export async function readLapsedReviews(db: Db, now: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom("spot_order")
    .select("id")
    .where(sql<boolean>`state = 'reviewing'`)
    .where("review_ends_at", "<=", now)
    .orderBy("review_ends_at")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** How many orders of a user wait, under review or for the market. */
export async function countOpen(db: Db, userId: number): Promise<number> {
  const [row] = await countOpenQuery(db, { userId });
  return Number(row?.count ?? 0n);
}

const countOpenQuery = fixedQuery((db, { userId }: { userId: number }) =>
  db
    .selectFrom("spot_order")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", userId)
    .where("status", "in", [coinStatus.pendingReview, coinStatus.pendingOrder])
    .compile(),
);

/** A user's orders that wait for the market, of one symbol or all, the oldest first; those under review are not among them. */
export async function readOpenIds(db: Db, userId: number, symbol?: string): Promise<number[]> {
  let orders = db
    .selectFrom("spot_order")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "=", coinStatus.pendingOrder);
  if (symbol !== undefined) orders = orders.where("symbol", "=", symbol);
  return (await orders.orderBy("id").execute()).map((row) => row.id);
}

/** Those and the ones under review, the oldest first. */
export async function readUnfinishedIds(db: Db, userId: number): Promise<number[]> {
  const orders = await db
    .selectFrom("spot_order")
    .select("id")
    .where("user_id", "=", userId)
    .where("status", "in", [coinStatus.pendingReview, coinStatus.pendingOrder])
    .orderBy("id")
    .execute();
  return orders.map(({ id }) => id);
}

export async function insertFills(db: Db, fills: readonly SpotFillRow[]): Promise<void> {
  if (fills.length > 0) await insertFillsQuery(db, fills);
}

const insertFillsQuery = fixedQuery((db, fills: readonly SpotFillRow[]) =>
  db.insertInto("spot_fill").values(fills).compile(),
);

export interface ListQuery {
  userId: number;
  symbol?: string | undefined;
  /** Unix ms, both ends included. */
  from?: number | undefined;
  to?: number | undefined;
  page: number;
  size: number;
}

/** A user's orders, newest first. */
export async function readOrders(
  db: Db,
  query: ListQuery & { status?: number | undefined },
): Promise<{ list: HeldOrder[]; total: number }> {
  const { userId, symbol, status, from, to, page, size } = query;
  let orders = db.selectFrom("spot_order").where("user_id", "=", userId);
  if (status === undefined) orders = orders.where("status", "in", [0, 1, 2]);
  else orders = orders.where((eb) => eb("status", "=", eb.val(status).$castTo<0 | 1 | 2>()));
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
  return { list: await withHeld(db, list), total: Number(count) };
}

/** One order of a user, by id or by the device's own id. */
export async function readOrder(
  db: Db,
  userId: number,
  by: { id: number } | { clientOrderId: string },
): Promise<HeldOrder | undefined> {
  const orders = db.selectFrom("spot_order").selectAll().where("user_id", "=", userId);
  const rows = await (
    "id" in by
      ? orders.where("id", "=", by.id)
      : orders.where("client_order_id", "=", by.clientOrderId)
  ).execute();
  return (await withHeld(db, rows))[0];
}

/** An order's fills in the order they came. */
export async function readFills(db: Db, orderId: number): Promise<SpotFillRow[]> {
  return db
    .selectFrom("spot_fill")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("seq")
    .execute();
}

/** A fill with the decimals of its order. */
export type FillOfOrder = SpotFillRow &
  Pick<
    SpotOrderRow,
    "base" | "quote" | "price_precision" | "amount_precision" | "base_scale" | "quote_scale"
  >;

/** A user's fills, newest first. */
export async function readTrades(
  db: Db,
  query: ListQuery,
): Promise<{ list: FillOfOrder[]; total: number }> {
  const { userId, symbol, from, to, page, size } = query;
  let fills = db.selectFrom("spot_fill").where("spot_fill.user_id", "=", userId);
  if (symbol !== undefined) fills = fills.where("spot_fill.symbol", "=", symbol);
  if (from !== undefined) fills = fills.where("created_at", ">=", from);
  if (to !== undefined) fills = fills.where("created_at", "<=", to);
  const { count } = await fills
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const list = await fills
    .innerJoin("spot_order", "spot_order.id", "spot_fill.order_id")
    .selectAll("spot_fill")
    .select(["base", "quote", "price_precision", "amount_precision", "base_scale", "quote_scale"])
    .orderBy("created_at", "desc")
    .orderBy("order_id", "desc")
    .orderBy("seq", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list, total: Number(count) };
}

/** The ledger alone knows what is still set aside. */
export async function withHeld(db: Db, orders: SpotOrderRow[]): Promise<HeldOrder[]> {
  const remaining = await readRemaining(
    db,
    holdType,
    orders.map(({ id }) => String(id)),
  );
  return orders.map((order) => ({ ...order, held: remaining.get(String(order.id)) ?? 0n }));
}
