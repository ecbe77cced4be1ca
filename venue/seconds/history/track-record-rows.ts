/** SQL of how a person's contracts ended. */
import { sql } from "kysely";
import type { Db } from "../../store/schema.ts";

/** Settled contracts of one duration. Money in minor units. */
export interface RecordRow {
  /** Seconds. */
  time: number;
  wins: number;
  losses: number;
  draws: number;
  voids: number;
  /** All that was staked in them, and what they won less what they lost. */
  staked: bigint;
  net: bigint;
}

/** A user's settled contracts by duration, the shortest first, and when the first of all was accepted; null where there is none. */
export async function readRecord(
  db: Db,
  userId: number,
  symbol: string | undefined,
): Promise<{ rows: RecordRow[]; since: number | null }> {
  const own =
    symbol === undefined
      ? sql`user_id = ${userId}`
      : sql`user_id = ${userId} and symbol = ${symbol}`;
  const count = (result: string) => sql`count(case when result = ${result} then 1 end)`;
  const { rows } = await sql<
    Record<"time" | "wins" | "losses" | "draws" | "voids", number | bigint> & {
      staked: bigint;
      net: bigint;
    }
  >`
    select time_sec as time, ${count("win")} as wins, ${count("lose")} as losses, ${count("draw")} as draws, ${count("void")} as voids,
      cast(sum(stake) as bigint) as staked, cast(sum(payout - stake) as bigint) as net
    from second_order where ${own} and settled_at is not null group by time_sec order by time_sec`.execute(
    db,
  );
  const first = await sql<{
    since_at: number | null;
  }>`select min(accepted_at) as since_at from second_order where ${own}`.execute(db);
  return {
    rows: rows.map((row) => ({
      time: Number(row.time),
      wins: Number(row.wins),
      losses: Number(row.losses),
      draws: Number(row.draws),
      voids: Number(row.voids),
      staked: row.staked,
      net: row.net,
    })),
    since: first.rows[0]?.since_at ?? null,
  };
}
