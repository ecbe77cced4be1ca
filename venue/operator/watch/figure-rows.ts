/** SQL of what an operator watches. */
import { sql } from "kysely";
import type { Db } from "../../store/schema.ts";
import { isPostgres } from "../../store/migrate.ts";
import { reviewKinds, type ReviewKind } from "#protocol/api/operator.ts";
import { reviewQueues } from "../queues/review-queues.ts";

export interface StoredFigures {
  accounts: number;
  /** Sessions that were used within a day and not ended. */
  sessions: number;
  coinOrders: number;
  contractOrders: number;
  secondsContracts: number;
  mails: number;
  pushes: number;
  databaseBytes: number;
  /** Of each kind of review how many wait, and since when the oldest, Unix ms. */
  waiting: { kind: ReviewKind; count: number; oldestAt: number | null }[];
}

const dayMs = 86_400_000;

export async function readStoredFigures(db: Db, now: number): Promise<StoredFigures> {
  const count = async (from: string, where: string) => {
    const { rows } = await sql<{
      count: bigint;
    }>`select count(*) as count from ${sql.table(from)} where ${sql.raw(where)}`.execute(db);
    return Number(rows[0]?.count ?? 0);
  };
  const waiting: StoredFigures["waiting"] = [];
  for (const kind of reviewKinds) {
    const queue = reviewQueues[kind];
    const many = await queue.count(db);
    const [oldest] = many === 0 ? [] : await queue.list(db, { offset: 0, limit: 1 });
    waiting.push({ kind, count: many, oldestAt: oldest?.createdAt ?? null });
  }
  return {
    accounts: await count("user", "true"),
    sessions: await count("session", `ended_at is null and seen_at > ${now - dayMs}`),
    coinOrders: await count("spot_order", "status in (0, 1)"),
    contractOrders: await count("contract_order", "finished_at is null"),
    secondsContracts: await count("second_order", "due_at is not null"),
    mails: await count("outbox", `state = 'queued' and expires_at > ${now}`),
    pushes: await count("push_message", "true"),
    databaseBytes: await readDatabaseBytes(db),
    waiting,
  };
}

async function readDatabaseBytes(db: Db): Promise<number> {
  const { rows } = await (
    isPostgres(db)
      ? sql<{ bytes: bigint }>`select pg_database_size(current_database()) as bytes`
      : sql<{
          bytes: bigint;
        }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  ).execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Contracts held open, by contract and side. */
export async function readOpenPositions(
  db: Db,
): Promise<{ contract: string; direction: string; positions: number; volume: bigint }[]> {
  const { rows } = await sql<{
    contract: string;
    direction: string;
    positions: bigint;
    volume: bigint;
  }>`select contract_code as contract, direction, count(*) as positions, cast(sum(volume) as bigint) as volume
      from contract_position where closed_at is null group by contract_code, direction`.execute(db);
  return rows.map((row) => ({ ...row, positions: Number(row.positions) }));
}
