/** SQL of what the engine of contracts finds due and takes for itself. */
import { type RawBuilder, sql } from "kysely";
import type { Direction } from "#protocol/rules/contracts/contract-worth.ts";
import type { RestingTops } from "../../matching/reach.ts";
import { firstOf, type Keyed, readByKey } from "../../store/by-key.ts";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";
import { restingRank } from "../records/migrations.ts";
import {
  type ContractOrderRow,
  type HeldContractOrder,
  type PositionRow,
  type TriggerBy,
  withHeld,
} from "../records/rows.ts";
import { type Reached, risesTo, type TriggerKind } from "../rules/triggers.ts";

/** The triggers of a contract's positions that are reached first, in ticks. */
export interface NearestTriggers {
  /** Reached by a price that rises to it: a long's take profit, a short's stop loss. */
  low: bigint | null;
  /** Reached by one that falls to it. */
  high: bigint | null;
}

/** What waits in one contract, and how far its market must come to reach the nearest of it. */
export interface WaitingContract extends RestingTops {
  code: string;
  hasTakers: boolean;
  /** When the positions that were part of the oldest settlement were part of it; null where none is open. */
  fundedAt: number | null;
  /** Marks that liquidate the nearest long and the nearest short, two decimals more than ticks. */
  longLiquidation: bigint | null;
  shortLiquidation: bigint | null;
  /** Marks that warn the owners of the nearest long and the nearest short. */
  longWarning: bigint | null;
  shortWarning: bigint | null;
  triggers: Record<TriggerBy, NearestTriggers>;
}

// Each as it stands in its partial index.
const isTaker = sql<boolean>`seen_at is null and finished_at is null`;
const isResting = sql<boolean>`seen_at is not null and finished_at is null`;
const isOpen = sql<boolean>`closed_at is null`;
const isLiquidated = sql<boolean>`closed_at is null and liq_price is not null`;
const isWarned = sql<boolean>`closed_at is null and warn_price is not null`;
const rank = sql<bigint>`${sql.raw(restingRank)}`;
const keyedOrders: Keyed = { table: "contract_order", key: "contract_code" };
const keyedPositions: Keyed = { table: "contract_position", key: "contract_code" };

/** Every contract in which anything waits or a position is open; how much it is does not matter. */
export async function readWaitingContracts(db: Db): Promise<WaitingContract[]> {
  const waiting = new Map<string, WaitingContract>();
  const of = (code: string): WaitingContract => {
    const none = (): NearestTriggers => ({ low: null, high: null });
    const one = waiting.get(code) ?? {
      code,
      hasTakers: false,
      topBuy: null,
      lowSell: null,
      fundedAt: null,
      longLiquidation: null,
      shortLiquidation: null,
      longWarning: null,
      shortWarning: null,
      triggers: { mark: none(), last: none() },
    };
    waiting.set(code, one);
    return one;
  };
  for (const { key } of await readByKey(db, keyedOrders, isTaker, [])) of(key).hasTakers = true;
  const resting = await readByKey<{ buy: bigint | null; sell: bigint | null }>(
    db,
    keyedOrders,
    isResting,
    [
      sql`${firstOf(keyedOrders, rank, sql`${isResting} and direction = 'buy'`, rank)} as buy`,
      sql`${firstOf(keyedOrders, rank, sql`${isResting} and direction = 'sell'`, rank)} as sell`,
    ],
  );
  for (const { key, buy, sell } of resting)
    Object.assign(of(key), { topBuy: buy === null ? null : -buy, lowSell: sell });
  const held = await readByKey<Record<string, bigint | null> & { funded_at: number }>(
    db,
    keyedPositions,
    isOpen,
    [
      sql`${firstOf(keyedPositions, sql`funded_at`, isOpen, sql`funded_at`)} as funded_at`,
      sql`${firstOf(keyedPositions, sql`liq_price`, sql`${isLiquidated} and direction = 'buy'`, sql`liq_price desc`)} as long`,
      sql`${firstOf(keyedPositions, sql`liq_price`, sql`${isLiquidated} and direction = 'sell'`, sql`liq_price`)} as short`,
      sql`${firstOf(keyedPositions, sql`warn_price`, sql`${isWarned} and direction = 'buy'`, sql`warn_price desc`)} as warn_long`,
      sql`${firstOf(keyedPositions, sql`warn_price`, sql`${isWarned} and direction = 'sell'`, sql`warn_price`)} as warn_short`,
      ...(["mark", "last"] as const).flatMap((by) =>
        (["buy", "sell"] as const).flatMap((direction) =>
          (["tp", "sl"] as const).map((kind) => {
            const price = sql.ref(`${kind}_price`);
            const where = sql`${isOpen} and ${price} is not null and direction = ${direction} and trigger_by = ${by}`;
            return sql`${firstOf(keyedPositions, price, where, risesTo(kind, direction) ? price : sql`${price} desc`)} as ${sql.ref(`${kind}_${direction}_${by}`)}`;
          }),
        ),
      ),
    ],
  );
  for (const { key, funded_at: fundedAt, ...row } of held) {
    const least = (a: bigint | null = null, b: bigint | null = null) =>
      a === null || (b !== null && b < a) ? b : a;
    const most = (a: bigint | null = null, b: bigint | null = null) =>
      a === null || (b !== null && b > a) ? b : a;
    const near = (by: TriggerBy): NearestTriggers => ({
      low: least(row[`tp_buy_${by}`], row[`sl_sell_${by}`]),
      high: most(row[`sl_buy_${by}`], row[`tp_sell_${by}`]),
    });
    Object.assign(of(key), {
      fundedAt,
      longLiquidation: row["long"] ?? null,
      shortLiquidation: row["short"] ?? null,
      longWarning: row["warn_long"] ?? null,
      shortWarning: row["warn_short"] ?? null,
      triggers: { mark: near("mark"), last: near("last") },
    });
  }
  return [...waiting.values()].sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** A part of what is due of one contract; `skipped` ids are left out. */
export interface Portion {
  code: string;
  limit: number;
  skipped: readonly number[];
}

export interface TakersDue extends Portion {
  /** Limit orders accepted up to this wait: the market stood still and their owners have yet to have their minute. */
  actingSince: number | undefined;
  /** The snapshot's, Unix ms; undefined where there is none, and only those are due that lost their patience. */
  ts: number | undefined;
  /** Market orders accepted before `expired`, or later than `ahead`, are cancelled. */
  expired: number;
  ahead: number;
}

function dueTakers({ ts, expired, ahead, actingSince }: TakersDue): RawBuilder<boolean> {
  const mayMeet =
    actingSince === undefined
      ? sql``
      : sql` and (accepted_at > ${actingSince} or order_type = 'market')`;
  return ts === undefined
    ? sql<boolean>`${isTaker} and order_type = 'market' and (accepted_at <= ${expired} or accepted_at > ${ahead})`
    : sql<boolean>`${isTaker} and (accepted_at <= ${ts} or accepted_at > ${ahead})${mayMeet}`;
}

/** The oldest of those that have yet to meet a book, without their locks: their positions are to be locked first. */
export async function readTakers(db: Db, due: TakersDue): Promise<ContractOrderRow[]> {
  return portion<ContractOrderRow>(db, keyedOrders, dueTakers(due), sql`id`, due);
}

export interface MakersDue extends Portion {
  side: Direction;
  /** The worst price that is reached, ticks. */
  reach: bigint;
  /** Those that rest since before this snapshot (Unix ms), or since a time that a clock set back has yet to come to. */
  ts: number;
  ahead: number;
  after: { rank: bigint; id: number } | undefined;
}

/** Resting orders, the best price first, then the older, without their locks. */
export async function readMakers(
  db: Db,
  { side, reach, ts, ahead, after, ...due }: MakersDue,
): Promise<ContractOrderRow[]> {
  const isReached = sql`${isResting} and direction = ${side} and ${rank} <= ${side === "buy" ? -reach : reach} and (seen_at < ${ts} or seen_at > ${ahead})`;
  const isBehind = after ? sql` and (${rank}, id) > (${after.rank}, ${after.id})` : sql``;
  return portion<ContractOrderRow>(
    db,
    keyedOrders,
    sql`${isReached}${isBehind}`,
    sql`${rank}, id`,
    due,
  );
}

async function portion<Row>(
  db: Db,
  { table }: Keyed,
  isDue: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { code, limit, skipped }: Portion,
): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select * from ${sql.table(table)} where contract_code = ${code} and ${isDue}
    ${skipped.length > 0 ? sql`and id not in (${sql.join(skipped)})` : sql``} order by ${order} limit ${limit}`.execute(
      db,
    );
  return rows;
}

/** Orders with their locks, those of them that still wait; one that is being changed in this moment is passed over. */
export async function lockWaiting(db: Db, ids: readonly number[]): Promise<HeldContractOrder[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("contract_order")
    .selectAll()
    .where("id", "in", ids)
    .where("finished_at", "is", null)
    .orderBy("id")
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
    .execute();
  return withHeld(db, rows);
}

type OfSide = Pick<PositionRow, "id" | "user_id" | "contract_code" | "direction">;

/** The waiting orders of their contracts and owners that liquidating positions may end, with their locks, by id. */
export async function lockAround(
  db: Db,
  positions: readonly OfSide[],
): Promise<HeldContractOrder[]> {
  if (positions.length === 0) return [];
  const rows = await db
    .selectFrom("contract_order")
    .selectAll()
    .where("finished_at", "is", null)
    .where("contract_code", "in", [...new Set(positions.map(({ contract_code }) => contract_code))])
    .where("user_id", "in", [...new Set(positions.map(({ user_id }) => user_id))])
    .where((eb) =>
      eb.or([
        eb.and([
          eb("purpose", "=", "close"),
          eb(
            "position_id",
            "in",
            positions.map(({ id }) => id),
          ),
        ]),
        ...positions.map(({ user_id, direction }) =>
          eb.and([
            eb("purpose", "=", "open"),
            eb("user_id", "=", user_id),
            eb("direction", "=", direction),
          ]),
        ),
      ]),
    )
    .orderBy("id")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute();
  return withHeld(db, rows);
}

/** A part of the positions of one contract, by id, from those above `after`. */
export interface PositionsDue extends Portion {
  after: number;
}

/** Open positions that a mark price may liquidate: `slack` is what the exact rule may differ by from the price kept. */
export async function readLiquidations(
  db: Db,
  { mark, slack, after, ...due }: PositionsDue & { mark: bigint; slack: bigint },
): Promise<PositionRow[]> {
  const isReached = sql`((direction = 'buy' and liq_price >= ${mark - slack}) or (direction = 'sell' and liq_price <= ${mark + slack}))`;
  return portion<PositionRow>(
    db,
    keyedPositions,
    sql`${isLiquidated} and id > ${after} and ${isReached}`,
    sql`id`,
    due,
  );
}

/** Open positions whose owners a mark price warns of their liquidation. */
export async function readWarnings(
  db: Db,
  { mark, after, ...due }: PositionsDue & { mark: bigint },
): Promise<PositionRow[]> {
  const isReached = sql`((direction = 'buy' and warn_price >= ${mark}) or (direction = 'sell' and warn_price <= ${mark}))`;
  return portion<PositionRow>(
    db,
    keyedPositions,
    sql`${isWarned} and id > ${after} and ${isReached}`,
    sql`id`,
    due,
  );
}

/** Open positions with a trigger of a kind that one of these prices has reached. */
export async function readTriggered(
  db: Db,
  {
    kind,
    reached,
    openedAfter,
    after,
    ...due
  }: PositionsDue & {
    kind: TriggerKind;
    reached: readonly (Reached & { by: TriggerBy })[];
    /** Unix ms. */
    openedAfter: number;
  },
): Promise<PositionRow[]> {
  if (reached.length === 0) return [];
  const price = sql.ref(`${kind}_price`);
  const isReached = reached.flatMap(({ by, rise, fall }) =>
    (["buy", "sell"] as const).map(
      (direction) =>
        sql`(direction = ${direction} and trigger_by = ${by} and ${risesTo(kind, direction) ? sql`${price} <= ${rise}` : sql`${price} >= ${fall}`})`,
    ),
  );
  const isFree = sql`frozen_volume < volume and lock_reason is null`;
  return portion<PositionRow>(
    db,
    keyedPositions,
    sql`${isOpen} and ${price} is not null and id > ${after} and opened_at > ${openedAfter} and ${isFree} and (${sql.join(isReached, sql` or `)})`,
    sql`id`,
    due,
  );
}

/** Open positions that have yet to be part of the settlement of `fundingAt` (Unix ms). */
export async function readUnfunded(
  db: Db,
  { fundingAt, ...due }: Portion & { fundingAt: number },
): Promise<PositionRow[]> {
  return portion<PositionRow>(
    db,
    keyedPositions,
    sql`${isOpen} and funded_at < ${fundingAt}`,
    sql`id`,
    due,
  );
}

/** Open positions that have yet to be seen through the standstill that ended at `reopenedAt` (Unix ms). */
export async function readUnsettled(
  db: Db,
  { reopenedAt, ...due }: Portion & { reopenedAt: number },
): Promise<PositionRow[]> {
  return portion<PositionRow>(
    db,
    keyedPositions,
    sql`${isOpen} and reopened_at < ${reopenedAt}`,
    sql`id`,
    due,
  );
}

/** Whether an open position has yet to be part of it. */
export async function isUnfunded(db: Db, code: string, fundingAt: number): Promise<boolean> {
  return (await readUnfunded(db, { code, fundingAt, limit: 1, skipped: [] })).length > 0;
}

/** Open positions with their locks, by id; those that closed meanwhile are left out. */
export async function lockPositions(db: Db, ids: readonly number[]): Promise<PositionRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("contract_position")
    .selectAll()
    .where("id", "in", ids)
    .where("closed_at", "is", null)
    .orderBy("id")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute();
}

/** The ids of the open positions that these orders close or would add to. */
export async function readTouchedIds(
  db: Db,
  code: string,
  orders: readonly Pick<ContractOrderRow, "user_id" | "direction" | "purpose" | "position_id">[],
): Promise<number[]> {
  const closed = orders.flatMap(({ purpose, position_id }) =>
    purpose === "close" && position_id !== null ? [position_id] : [],
  );
  const openers = orders.filter(({ purpose }) => purpose === "open");
  if (openers.length === 0) return closed;
  const rows = await db
    .selectFrom("contract_position")
    .select(["id", "user_id", "direction"])
    .where("contract_code", "=", code)
    .where("closed_at", "is", null)
    .where("user_id", "in", [...new Set(openers.map(({ user_id }) => user_id))])
    .execute();
  const added = rows
    .filter((row) =>
      openers.some(
        ({ user_id, direction }) => user_id === row.user_id && direction === row.direction,
      ),
    )
    .map(({ id }) => id);
  return [...new Set([...closed, ...added])];
}

/** Takes a contract for this command, so that one process at a time moves its positions; false where another has it. */
export async function lockContract(db: Db, code: string): Promise<boolean> {
  if (!isPostgres(db)) return true;
  const locked = await db
    .selectFrom("contract_turn")
    .select("contract_code")
    .where("contract_code", "=", code)
    .forUpdate()
    .skipLocked()
    .execute();
  if (locked.length > 0) return true;
  const inserted = await db
    .insertInto("contract_turn")
    .values({ contract_code: code })
    .onConflict((conflict) => conflict.doNothing())
    .returning("contract_code")
    .execute();
  return inserted.length > 0;
}
