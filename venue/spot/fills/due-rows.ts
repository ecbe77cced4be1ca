/** SQL of what the engine finds due and takes for itself. */
import { type RawBuilder, sql } from "kysely";
import type { Side } from "#protocol/rules/spot-fill.ts";
import type { NearestStops, RestingTops } from "../../matching/reach.ts";
import { firstOf, type Keyed, readByKey } from "../../store/by-key.ts";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";
import { restingRank } from "../records/migrations.ts";
import { type HeldOrder, type SpotOrderRow, withHeld } from "../records/rows.ts";

/** What waits in one market, and how far the market must come to reach the nearest of it. Prices in ticks. */
export interface Waiting extends RestingTops, NearestStops {
  symbol: string;
  /** Orders that have yet to meet a book. */
  hasTakers: boolean;
}

// Each as it stands in its partial index.
const isTaker = sql<boolean>`state in ('submitted', 'partial-filled') and seen_at is null`;
const isResting = sql<boolean>`seen_at is not null and finished_at is null`;
const isStop = sql<boolean>`state = 'created'`;
const rank = sql<bigint>`${sql.raw(restingRank)}`;
const orders: Keyed = { table: "spot_order", key: "symbol" };
/** From when on an order wanted the market. */
const startedAt = sql<number>`coalesce(trigger_at, accepted_at)`;

/** Every market in which anything waits; how many orders wait there does not matter. */
export async function readWaiting(db: Db): Promise<Waiting[]> {
  const waiting = new Map<string, Waiting>();
  const of = (symbol: string): Waiting => {
    const one = waiting.get(symbol) ?? {
      symbol,
      hasTakers: false,
      topBuy: null,
      lowSell: null,
      lowGte: null,
      highLte: null,
    };
    waiting.set(symbol, one);
    return one;
  };
  for (const { symbol } of await db
    .selectFrom("spot_order")
    .select("symbol")
    .distinct()
    .where(isTaker)
    .execute())
    of(symbol).hasTakers = true;
  const resting = await readByKey<{ buy: bigint | null; sell: bigint | null }>(
    db,
    orders,
    isResting,
    [
      sql`${firstOf(orders, rank, sql`${isResting} and side = 'buy'`, rank)} as buy`,
      sql`${firstOf(orders, rank, sql`${isResting} and side = 'sell'`, rank)} as sell`,
    ],
  );
  for (const { key, buy, sell } of resting)
    Object.assign(of(key), { topBuy: buy === null ? null : -buy, lowSell: sell });
  const stops = await readByKey<{ gte: bigint | null; lte: bigint | null }>(db, orders, isStop, [
    sql`${firstOf(orders, sql`stop_price`, sql`${isStop} and operator = 'gte'`, sql`stop_price`)} as gte`,
    sql`${firstOf(orders, sql`stop_price`, sql`${isStop} and operator = 'lte'`, sql`stop_price desc`)} as lte`,
  ]);
  for (const { key, gte, lte } of stops) Object.assign(of(key), { lowGte: gte, highLte: lte });
  return [...waiting.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

/** A part of what is due of one symbol; `skipped` orders are left out. */
export interface Portion {
  symbol: string;
  limit: number;
  skipped: readonly number[];
}

/** Those that have yet to meet a book. Times in Unix ms. */
export interface TakersDue extends Portion {
  /** The snapshot's; undefined where there is none, and only those are due that lost their patience. */
  ts: number | undefined;
  /** Orders for immediate execution that have waited since before `expired`, or that lie after `ahead`, are cancelled. */
  expired: number;
  ahead: number;
  /** Limit orders from before this wait: the market stood still and their owners have yet to have their minute. */
  actingSince: number | undefined;
}

/** Takes the oldest of them for this command. One that is being cancelled in this moment is passed over. */
export async function lockTakers(
  db: Db,
  { ts, expired, ahead, actingSince, ...portion }: TakersDue,
): Promise<HeldOrder[]> {
  const mayMeet =
    actingSince === undefined
      ? sql``
      : sql` and (${startedAt} > ${actingSince} or tif in ('ioc', 'fok'))`;
  const isDue =
    ts === undefined
      ? sql<boolean>`tif in ('ioc', 'fok') and (${startedAt} <= ${expired} or ${startedAt} > ${ahead})`
      : sql<boolean>`(${startedAt} <= ${ts} or ${startedAt} > ${ahead})${mayMeet}`;
  return lockDue(db, sql`${isTaker} and ${isDue}`, sql`id`, portion);
}

/** Takes stops that trades up to `high` or down to `low` (ticks) reach, with ids above `after`, the oldest first. */
export async function lockStops(
  db: Db,
  {
    high,
    low,
    after,
    acceptedAfter,
    ...portion
  }: Portion & { high: bigint; low: bigint; after: number; acceptedAfter: number },
): Promise<HeldOrder[]> {
  const isReached = sql`((operator = 'gte' and stop_price <= ${high}) or (operator = 'lte' and stop_price >= ${low}))`;
  return lockDue(
    db,
    sql`${isStop} and ${isReached} and id > ${after} and accepted_at > ${acceptedAfter}`,
    sql`id`,
    portion,
  );
}

/** Where a walk over the resting orders of a side has come to. */
export interface Place {
  rank: bigint;
  id: number;
}

export interface MakersDue extends Portion {
  side: Side;
  /** The worst price that is reached, ticks. */
  reach: bigint;
  /** Those that rest since before this snapshot (Unix ms), or since a time that a clock set back has yet to come to. */
  ts: number;
  ahead: number;
  after: Place | undefined;
}

/** Takes resting orders, the best price first, then the older. */
export async function lockMakers(
  db: Db,
  { side, reach, ts, ahead, after, ...portion }: MakersDue,
): Promise<HeldOrder[]> {
  const isReached = sql`${isResting} and side = ${side} and ${rank} <= ${side === "buy" ? -reach : reach} and (seen_at < ${ts} or seen_at > ${ahead})`;
  const isBehind = after ? sql` and (${rank}, id) > (${after.rank}, ${after.id})` : sql``;
  return lockDue(db, sql`${isReached}${isBehind}`, sql`${rank}, id`, portion);
}

export function placeOf({ side, price, id }: Pick<SpotOrderRow, "side" | "price" | "id">): Place {
  return { rank: side === "buy" ? -(price ?? 0n) : (price ?? 0n), id };
}

async function lockDue(
  db: Db,
  isDue: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  { symbol, limit, skipped }: Portion,
): Promise<HeldOrder[]> {
  const { rows } =
    await sql<SpotOrderRow>`select * from spot_order where symbol = ${symbol} and ${isDue}
    ${skipped.length > 0 ? sql`and id not in (${sql.join(skipped)})` : sql``}
    order by ${order} limit ${limit} ${isPostgres(db) ? sql`for update skip locked` : sql``}`.execute(
      db,
    );
  return rows.length === 0 ? [] : withHeld(db, rows);
}

/**
 * Takes a market for this command, so that one process at a time fills its orders.
 * @returns the time before which its trades are used up (0 at first), undefined where another process has it
 */
export async function lockCursor(db: Db, symbol: string): Promise<number | undefined> {
  const [row] = await db
    .selectFrom("spot_cursor")
    .select("printed_at")
    .where("symbol", "=", symbol)
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
    .execute();
  if (row) return row.printed_at;
  if (!isPostgres(db)) return 0;
  const inserted = await db
    .insertInto("spot_cursor")
    .values({ symbol, printed_at: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .returning("printed_at")
    .execute();
  return inserted[0]?.printed_at;
}

export async function moveCursor(db: Db, symbol: string, printedAt: number): Promise<void> {
  await db
    .insertInto("spot_cursor")
    .values({ symbol, printed_at: printedAt })
    .onConflict((conflict) => conflict.column("symbol").doUpdateSet({ printed_at: printedAt }))
    .execute();
}
