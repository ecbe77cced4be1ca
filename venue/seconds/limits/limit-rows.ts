/** SQL of the limits people set themselves, of what is used of them, and of acknowledged risk. */
import { type Selectable, sql } from "kysely";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";
import type { SecondLimitTable } from "../records/rows.ts";

export type LimitRow = Selectable<SecondLimitTable>;

/** Who has set nothing. */
function unlimited(userId: number, now: number): LimitRow {
  return {
    user_id: userId,
    daily_loss: null,
    stake: null,
    pace: null,
    pending_daily_loss: null,
    pending_stake: null,
    pending_pace: null,
    pending_at: null,
    cool_off_at: 0,
    updated_at: now,
  };
}

export async function readLimits(db: Db, userId: number, now: number): Promise<LimitRow> {
  return (
    (await db
      .selectFrom("second_limit")
      .selectAll()
      .where("user_id", "=", userId)
      .executeTakeFirst()) ?? unlimited(userId, now)
  );
}

/** The same with its lock: a user's contracts and changes of limits are taken in one after the other. */
export async function lockLimits(db: Db, userId: number, now: number): Promise<LimitRow> {
  await db
    .insertInto("second_limit")
    .values(unlimited(userId, now))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom("second_limit")
    .selectAll()
    .where("user_id", "=", userId)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

export async function updateLimits(db: Db, row: LimitRow): Promise<void> {
  const { user_id, ...set } = row;
  await db.updateTable("second_limit").set(set).where("user_id", "=", user_id).execute();
}

/** What a user's contracts amount to. Money in minor units. */
export interface Usage {
  /** Stakes lost less profits won of what was settled since the day began; negative where more was won. */
  netLoss: bigint;
  /** Staked in contracts that run, and how many they are. */
  atStake: bigint;
  running: number;
  /** Accepted in the last 60 minutes. */
  lastHour: number;
}

const paceMs = 3_600_000;

/** One statement, so that a contract that is settled in this moment is seen as it was or as it is, never as neither. */
export async function readUsage(
  db: Db,
  userId: number,
  { now, dayStart }: { now: number; dayStart: number },
): Promise<Usage> {
  const {
    rows: [row],
  } = await sql<{ net_loss: bigint; at_stake: bigint; running: bigint; last_hour: bigint }>`
    select cast(coalesce(sum(case when settled_at >= ${dayStart} then stake - payout else 0 end), 0) as bigint) as net_loss,
      cast(coalesce(sum(case when settled_at is null then stake else 0 end), 0) as bigint) as at_stake,
      count(case when settled_at is null then 1 end) as running,
      count(case when accepted_at > ${now - paceMs} then 1 end) as last_hour
    from second_order where user_id = ${userId} and (settled_at is null or settled_at >= ${Math.min(dayStart, now - paceMs)})`.execute(
    db,
  );
  return {
    netLoss: row?.net_loss ?? 0n,
    atStake: row?.at_stake ?? 0n,
    running: Number(row?.running ?? 0n),
    lastHour: Number(row?.last_hour ?? 0n),
  };
}

/** When a user who may take in `pace` contracts an hour may take in another, Unix ms; undefined for at once. */
export async function readPaceUntil(
  db: Db,
  userId: number,
  pace: number,
  now: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("second_order")
    .select("accepted_at")
    .where("user_id", "=", userId)
    .where("accepted_at", ">", now - paceMs)
    .orderBy("accepted_at", "desc")
    .offset(pace - 1)
    .limit(1)
    .executeTakeFirst();
  return row && row.accepted_at + paceMs;
}

/** The version of the risk text that a user acknowledged, 0 for none. */
export async function readRiskAck(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("second_risk_ack")
    .select("version")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

export async function writeRiskAck(
  db: Db,
  userId: number,
  version: number,
  now: number,
): Promise<void> {
  await db
    .insertInto("second_risk_ack")
    .values({ user_id: userId, version, acked_at: now })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ version, acked_at: now })
        .where("second_risk_ack.version", "<", version),
    )
    .execute();
}
