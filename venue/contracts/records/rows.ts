/** SQL of contract orders, their fills and positions. Locks are taken in this order: positions, orders, each by id, then accounts. */
import { type Generated, type Selectable, sql } from "kysely";
import * as codes from "#protocol/wire/error-codes.ts";
import type {
  closeKinds,
  contractOrderSources,
  ContractOrderStatus,
} from "#protocol/api/contracts.ts";
import type { Direction } from "#protocol/rules/contracts/contract-worth.ts";
import { type Invariant, invariant } from "../../ledger/coherent.ts";
import { readRemaining } from "../../ledger/holds.ts";
import type { FillEvidence } from "../../matching/fill-evidence.ts";
import { fixedInsert, fixedQuery, fixedUpdate } from "../../store/fixed-query.ts";
import { isPostgres } from "../../store/migrate.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Db } from "../../store/schema.ts";

export type TriggerBy = "mark" | "last";
export type CloseKind = (typeof closeKinds)[number];
export type OrderSource = (typeof contractOrderSources)[number];

/** The terms it was accepted under: it can be read whatever the market lists today. */
interface TermColumns {
  contract_code: string;
  symbol: string;
  /** What margin, fees and profit are counted in. */
  currency: string;
  price_precision: number;
  amount_precision: number;
  /** Base of one contract. */
  size_value: bigint;
  size_scale: number;
}

/** Volumes are whole contracts, prices ticks, costs at `costScale`, money in minor units, times in Unix ms. */
export interface ContractOrderTable extends TermColumns {
  id: Generated<number>;
  user_id: number;
  client_order_id: string;
  /** What it does in the market: an order that closes a long sells. */
  direction: Direction;
  purpose: "open" | "close";
  lever_rate: number;
  order_type: "market" | "limit";
  price: bigint | null;
  tp_price: bigint | null;
  sl_price: bigint | null;
  trigger_by: TriggerBy;
  /** The position it closes, or the one its first fill made or added to. */
  position_id: number | null;
  source: OrderSource;
  volume: bigint;
  filled_volume: bigint;
  filled_cost: bigint;
  fee: bigint;
  realised: bigint;
  /** How many fills there are. */
  fills: number;
  status: ContractOrderStatus;
  reason: string | null;
  accepted_at: number;
  updated_at: number;
  finished_at: number | null;
  /** Of the snapshot that a limit order met first: since then it rests. */
  seen_at: number | null;
  /** The order it took the place of. */
  replaces_id: number | null;
}

export interface ContractPositionTable extends TermColumns {
  id: Generated<number>;
  user_id: number;
  /** buy is long, sell is short. */
  direction: Direction;
  lever_rate: number;
  volume: bigint;
  /** Of waiting orders that close it. */
  frozen_volume: bigint;
  cost: bigint;
  margin: bigint;
  /** Where the mark price liquidates it, with two decimals more than ticks; null where no price does. */
  liq_price: bigint | null;
  /** How many warnings of a near liquidation its owner got, and the mark price of the next, null where there is none. */
  warned: number;
  warn_price: bigint | null;
  tp_price: bigint | null;
  sl_price: bigint | null;
  trigger_by: TriggerBy;
  /** Set while it may not be closed. */
  lock_reason: string | null;
  /** Sums over its life, worths in money; `fee` is what was paid, `funding` what was received (negative: paid). */
  opened_volume: bigint;
  opened_cost: bigint;
  closed_volume: bigint;
  closed_cost: bigint;
  fee: bigint;
  funding: bigint;
  realised: bigint;
  /** Margin of the position when it was liquidated, and the part that went to the insurance (negative: came from it). */
  margin_lost: bigint;
  insurance: bigint;
  close_kind: CloseKind | null;
  close_mark: bigint | null;
  /** Rises with each movement of its margin; part of their keys in the ledger. */
  moves: number;
  /** The funding settlement that it was last part of, or the moment it was opened. */
  funded_at: number;
  /** When the market was there again after the last standstill that it was through, or the moment it was opened. */
  reopened_at: number;
  /** Profit of standstills that did not count, less the loss that did not; money. */
  uncounted: bigint;
  opened_at: number;
  updated_at: number;
  closed_at: number | null;
}

export interface ContractFillTable extends FillEvidence {
  order_id: number;
  /** From 1 in each order. */
  seq: number;
  user_id: number;
  contract_code: string;
  symbol: string;
  direction: Direction;
  purpose: "open" | "close";
  position_id: number;
  price: bigint;
  volume: bigint;
  /** The same in lots of the coin's book. */
  lots: bigint;
  cost: bigint;
  /** Margin that it brought to the position (negative: gave back). */
  margin: bigint;
  realised: bigint;
  fee: bigint;
  /** Two decimals more than ticks. */
  mark: bigint | null;
}

/** A funding settlement; `skipped` says why nobody paid. */
export interface ContractFundingTable {
  contract_code: string;
  funding_at: number;
  rate: string | null;
  index_price: bigint | null;
  positions: number;
  /** What positions paid, less what positions received. */
  paid: bigint;
  skipped: string | null;
  created_at: number;
  finished_at: number | null;
}

declare module "../../store/schema.ts" {
  interface Tables {
    contract_order: ContractOrderTable;
    contract_position: ContractPositionTable;
    contract_fill: ContractFillTable;
    /** Its lock lets one process at a time move a contract. */
    contract_turn: { contract_code: string };
    contract_funding: ContractFundingTable;
    contract_setting: {
      user_id: number;
      contract_code: string;
      lever_rate: number;
      updated_at: number;
    };
    contract_risk_ack: { user_id: number; version: number; acked_at: number };
  }
}

export type ContractOrderRow = Selectable<ContractOrderTable>;
export type PositionRow = Selectable<ContractPositionTable>;
export type ContractFillRow = Selectable<ContractFillTable>;

/** What the ledger calls the hold of an order, and what movements of a position's margin refer to. */
export const holdType = "contract_order";
export const positionType = "contract_position";

/** An order with what is still set aside for it; nothing for one that closes. */
export type HeldContractOrder = ContractOrderRow & { held: bigint };

/** What a new order brings; the rest begins empty. */
export type NewContractOrder = Omit<
  ContractOrderRow,
  | "id"
  | "filled_volume"
  | "filled_cost"
  | "fee"
  | "realised"
  | "fills"
  | "status"
  | "reason"
  | "updated_at"
  | "finished_at"
  | "seen_at"
  | "replaces_id"
> &
  Partial<Pick<ContractOrderRow, "replaces_id">>;

/** @throws Refusal invalidParameters where another order of the user is called the same */
export async function insertOrder(db: Db, order: NewContractOrder): Promise<ContractOrderRow> {
  const row = { replaces_id: null, ...order, ...unmet, updated_at: order.accepted_at };
  const id = await insertOrderQuery(db, row);
  if (id === undefined) throw new Refusal(codes.invalidParameters, { field: "client_order_id" });
  return { ...row, id };
}

/** What an order is that has met nothing yet. */
const unmet = {
  filled_volume: 0n,
  filled_cost: 0n,
  fee: 0n,
  realised: 0n,
  fills: 0,
  status: 3,
  reason: null,
  finished_at: null,
  seen_at: null,
} as const;

const insertOrderQuery = fixedInsert((db, order: Omit<ContractOrderRow, "id">) =>
  db
    .insertInto("contract_order")
    .values(order)
    .onConflict((conflict) => conflict.columns(["user_id", "client_order_id"]).doNothing()),
);

/** Writes what a fill, a change or an end changed. */
export const updateOrder = fixedUpdate("contract_order", [
  "tp_price",
  "sl_price",
  "trigger_by",
  "position_id",
  "filled_volume",
  "filled_cost",
  "fee",
  "realised",
  "fills",
  "status",
  "reason",
  "updated_at",
  "finished_at",
  "seen_at",
]);

/** A user's order with its lock. One that closes is taken after its position: see {@link claimPosition}. */
export async function lockOrder(
  db: Db,
  userId: number,
  id: number,
): Promise<HeldContractOrder | undefined> {
  const rows = await db
    .selectFrom("contract_order")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute();
  return (await withHeld(db, rows))[0];
}

/** The waiting orders that close a position, with their locks, by id; the position's own lock keeps new ones away. */
export async function lockClosing(db: Db, positionId: number): Promise<ContractOrderRow[]> {
  return db
    .selectFrom("contract_order")
    .selectAll()
    .where("position_id", "=", positionId)
    .where("purpose", "=", "close")
    .where("finished_at", "is", null)
    .orderBy("id")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute();
}

export type NewPosition = Omit<PositionRow, "id">;

export async function insertPosition(db: Db, position: NewPosition): Promise<PositionRow> {
  return db
    .insertInto("contract_position")
    .values(position)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes what may change of a position. */
export const updatePosition = fixedUpdate("contract_position", [
  "volume",
  "frozen_volume",
  "cost",
  "margin",
  "liq_price",
  "warned",
  "warn_price",
  "tp_price",
  "sl_price",
  "trigger_by",
  "lock_reason",
  "opened_volume",
  "opened_cost",
  "closed_volume",
  "closed_cost",
  "fee",
  "funding",
  "realised",
  "margin_lost",
  "insurance",
  "close_kind",
  "close_mark",
  "moves",
  "funded_at",
  "reopened_at",
  "uncounted",
  "updated_at",
  "closed_at",
]);

/** A user's position with its lock, open or closed: until the command ends nobody else, the engine included, changes it. */
export async function lockPosition(
  db: Db,
  userId: number,
  id: number,
): Promise<PositionRow | undefined> {
  return db
    .selectFrom("contract_position")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function insertFills(db: Db, fills: readonly ContractFillRow[]): Promise<void> {
  if (fills.length > 0) await insertFillsQuery(db, fills);
}

const insertFillsQuery = fixedQuery((db, fills: readonly ContractFillRow[]) =>
  db.insertInto("contract_fill").values(fills).compile(),
);

/** The ledger alone knows what is still set aside. */
export async function withHeld(db: Db, orders: ContractOrderRow[]): Promise<HeldContractOrder[]> {
  const opening = orders.filter(({ purpose }) => purpose === "open").map(({ id }) => String(id));
  const remaining = await readRemaining(db, holdType, opening);
  return orders.map((order) => ({ ...order, held: remaining.get(String(order.id)) ?? 0n }));
}

/** The invariants of contracts, in addition to the ledger's own. */
export const contractInvariants: readonly Invariant[] = [
  invariant(
    "margin is the sum of open positions' margins",
    "contract_position",
    sql`select owner || ' ' || account.currency as what from account
      left join (select 'user:' || cast(user_id as text) as holder, currency, sum(margin) as held from contract_position group by user_id, currency) as p
        on p.holder = owner and p.currency = account.currency
      where kind = 'margin' and balance <> coalesce(held, 0)`,
  ),
  invariant(
    "a position keeps as many contracts as waiting orders are to close",
    "contract_position",
    sql`select cast(contract_position.id as text) as what from contract_position
      left join (select position_id, sum(volume - filled_volume) as waiting from contract_order where purpose = 'close' and finished_at is null group by position_id) as o
        on o.position_id = contract_position.id
      where frozen_volume <> coalesce(waiting, 0)`,
  ),
];
