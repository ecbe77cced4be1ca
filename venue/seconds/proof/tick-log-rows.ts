/** SQL of the published tick log, and of which minutes contracts go by. */
import { sql } from "kysely";
import * as v from "valibot";
import { tickLine, type TickLine, type TickRoot } from "#protocol/api/receipt.ts";
import { windowSec } from "#protocol/rules/seconds-settlement.ts";
import { exactNumber } from "../../store/integers.ts";
import type { Db } from "../../store/schema.ts";

interface TickRootTable {
  /** Number in the chain, from 1. Minutes mostly rise with it. */
  seq: number;
  /** Unix s. */
  minute: bigint;
  source: string;
  lines: number;
  root: string;
  prev_hash: string;
  hash: string;
  signature: string;
  published_at: number;
}

/** A line that a contract goes by, as it was published. */
interface TickLineTable {
  minute: bigint;
  symbol: string;
  leaf: number;
  /** JSON. */
  samples: string;
  path: string;
}

declare module "../../store/schema.ts" {
  interface Tables {
    second_tick_root: TickRootTable;
    second_tick_line: TickLineTable;
  }
}

const rootColumns = [
  "minute",
  "source",
  "lines",
  "root",
  "prev_hash",
  "hash",
  "signature",
] as const;

/** Published minutes from one on (Unix s), oldest first. */
export async function readRoots(db: Db, from: number, size: number): Promise<TickRoot[]> {
  const rows = await db
    .selectFrom("second_tick_root")
    .select(rootColumns)
    .where("minute", ">=", BigInt(from))
    .orderBy("minute")
    .limit(size)
    .execute();
  return rows.map((row) => ({ ...row, minute: exactNumber(row.minute) }));
}

export async function readRoot(db: Db, minute: number): Promise<TickRoot | undefined> {
  const [root] = await readRoots(db, minute, 1);
  return root?.minute === minute ? root : undefined;
}

/** The last published minute up to one (Unix s). */
export async function readLastMinute(db: Db, upTo: number): Promise<number | undefined> {
  const row = await db
    .selectFrom("second_tick_root")
    .select("minute")
    .where("minute", "<=", BigInt(upTo))
    .orderBy("minute", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && exactNumber(row.minute);
}

/** Which minutes of a span (Unix s, both included) are published. */
export async function readPublished(
  db: Db,
  from: number,
  to: number,
): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("second_tick_root")
    .select("minute")
    .where("minute", ">=", BigInt(from))
    .where("minute", "<=", BigInt(to))
    .execute();
  return new Set(rows.map(({ minute }) => exactNumber(minute)));
}

export async function insertRoot(
  db: Db,
  { minute, ...root }: TickRoot,
  seq: number,
  now: number,
): Promise<void> {
  await db
    .insertInto("second_tick_root")
    .values({ ...root, minute: BigInt(minute), seq, published_at: now })
    .execute();
}

export type PublishedLine = Pick<TickLine, "symbol" | "samples" | "leaf" | "path">;

export async function insertLines(
  db: Db,
  minute: number,
  lines: readonly PublishedLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto("second_tick_line")
    .values(
      lines.map(({ symbol, leaf, samples, path }) => ({
        minute: BigInt(minute),
        symbol,
        leaf,
        samples: JSON.stringify(samples),
        path: JSON.stringify(path),
      })),
    )
    .execute();
}

/** The kept lines of a published minute. */
export async function readLines(db: Db, minute: number): Promise<PublishedLine[]> {
  const rows = await db
    .selectFrom("second_tick_line")
    .selectAll()
    .where("minute", "=", BigInt(minute))
    .orderBy("leaf")
    .execute();
  return rows.map(({ symbol, leaf, samples, path }) => ({
    symbol,
    leaf,
    samples: v.parse(tickLine.entries.samples, JSON.parse(samples)),
    path: v.parse(tickLine.entries.path, JSON.parse(path)),
  }));
}

/** A window that contracts go by. */
export interface TouchingWindow {
  symbol: string;
  precision: number;
  /** Unix ms. */
  moment: number;
  /** As the contracts have them, none at all included; null while they wait, and where nobody looked. */
  samples: (string | null)[] | null;
  isWaiting: boolean;
}

const sampleList = v.array(v.nullable(v.string()));

/**
 * The windows that reach into a minute (Unix s): those that end in it, or in the seconds after it.
 * @param before seconds before its first sample that a window goes by besides
 */
export async function readTouching(db: Db, minute: number, before = 0): Promise<TouchingWindow[]> {
  const [from, to] = [minute * 1000, (minute + 60 + windowSec - 1 + before) * 1000];
  const { rows } = await sql<{
    symbol: string;
    price_precision: number | bigint;
    moment_at: number;
    samples: string | null;
    waiting: number | bigint;
  }>`
    select symbol, price_precision, t0_at as moment_at, samples0 as samples, case when samples0 is null and settled_at is null then 1 else 0 end as waiting
      from second_order where t0_at >= ${from} and t0_at < ${to}
    union select symbol, price_precision, t1_at, case when open_price is null then null else samples1 end, case when samples1 is null and settled_at is null then 1 else 0 end
      from second_order where t1_at >= ${from} and t1_at < ${to}
    order by 1, 3`.execute(db);
  return rows.map(({ symbol, price_precision, moment_at: moment, samples, waiting }) => ({
    symbol,
    precision: Number(price_precision),
    moment,
    samples: samples === null ? null : v.parse(sampleList, JSON.parse(samples)),
    isWaiting: Number(waiting) === 1,
  }));
}

/** Moments of contracts (Unix ms) in a span, both ends included. */
export async function readMoments(db: Db, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ moment_at: number }>`
    select t0_at as moment_at from second_order where t0_at >= ${from} and t0_at <= ${to}
    union select t1_at from second_order where t1_at >= ${from} and t1_at <= ${to}`.execute(db);
  return rows.map(({ moment_at: moment }) => moment);
}

export async function readRootHash(db: Db, seq: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("second_tick_root")
    .select("hash")
    .where("seq", "=", seq)
    .executeTakeFirst();
  return row?.hash;
}
