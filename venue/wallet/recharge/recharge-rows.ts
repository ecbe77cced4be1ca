import { type Generated, type Selectable, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { requestStatus } from "#protocol/api/recharge.ts";
import type { RequestLife } from "../../review/request-life.ts";
import { indexPending, withLifeColumns } from "../../review/request-rows.ts";
import { isPostgres, numberedId } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

/** SQL of recharges. */

/** Amounts in minor units of `scale`, times in Unix ms. */
interface RechargeTable extends RequestLife {
  id: Generated<number>;
  user_id: number;
  client_order_id: string;
  currency: string;
  scale: number;
  network: string;
  channel_id: number;
  address: string;
  amount: bigint;
  /** What was credited. */
  actual_amount: bigint | null;
  /** Id of the picture, which may be gone by now. */
  voucher: string;
  voucher_digest: string;
  /** JSON list: what a reviewer should look at twice. */
  flags: string;
  created_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    recharge: RechargeTable;
  }
}

/** `has_voucher`: 1 while the picture is kept. */
export type RechargeRow = Selectable<RechargeTable>;
export type ShownRecharge = RechargeRow & { has_voucher: number | bigint };

/** How journals, notices and claims on pictures call it. */
export const rechargeType = "recharge";

/** `voucher-used`: an earlier recharge of this user's has the same picture; `voucher-of-another`: somebody else's has. */
export type RechargeFlag = "voucher-used" | "voucher-of-another";

export async function insertRecharge(db: Db, row: Omit<RechargeRow, "id">): Promise<RechargeRow> {
  return db.insertInto("recharge").values(row).returningAll().executeTakeFirstOrThrow();
}

/** What a reviewer should know of a picture: whose recharges came with it before `id`. */
export async function voucherFlags(
  db: Db,
  { id, userId, digest }: { id: number; userId: number; digest: string },
): Promise<RechargeFlag[]> {
  const rows = await db
    .selectFrom("recharge")
    .select("user_id")
    .distinct()
    .where("voucher_digest", "=", digest)
    .where("id", "<", id)
    .limit(50)
    .execute();
  const own = rows.some((row) => row.user_id === userId);
  const others = rows.some((row) => row.user_id !== userId);
  return [
    ...(own ? ["voucher-used" as const] : []),
    ...(others ? ["voucher-of-another" as const] : []),
  ];
}

/** The picture is known once the recharge has its number. */
export async function saveVoucher(
  db: Db,
  { id, voucher_digest, flags }: Pick<RechargeRow, "id" | "voucher_digest" | "flags">,
): Promise<void> {
  await db.updateTable("recharge").set({ voucher_digest, flags }).where("id", "=", id).execute();
}

/** One that waits, held until the command ends; undefined where none of this number does. */
export async function lockRecharge(db: Db, id: number): Promise<RechargeRow | undefined> {
  return db
    .selectFrom("recharge")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "pending")
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function saveRecharge(
  db: Db,
  { id, state, reason, decided_by, decided_at, actual_amount }: RechargeRow,
): Promise<void> {
  await db
    .updateTable("recharge")
    .set({ state, reason, decided_by, decided_at, actual_amount })
    .where("id", "=", id)
    .execute();
}

interface RechargeQuery {
  userId: number;
  flag?: string | undefined;
  status?: number | undefined;
  clientOrderId?: string | undefined;
  /** Unix ms, both ends included. */
  from?: number | undefined;
  to?: number | undefined;
  page: number;
  size: number;
}

const hasVoucher = sql<
  number | bigint
>`(case when exists (select 1 from picture where picture.id = recharge.voucher) then 1 else 0 end)`.as(
  "has_voucher",
);

/** A user's recharges, newest first. */
export async function readRecharges(
  db: Db,
  { userId, flag, status, clientOrderId, from, to, page, size }: RechargeQuery,
): Promise<{ list: ShownRecharge[]; total: number }> {
  let rows = db.selectFrom("recharge").where("user_id", "=", userId);
  if (flag !== undefined) rows = rows.where("currency", "=", flag);
  if (clientOrderId !== undefined) rows = rows.where("client_order_id", "=", clientOrderId);
  if (status === requestStatus.pendingReview) rows = rows.where("state", "=", "pending");
  else if (status === requestStatus.approved) rows = rows.where("state", "=", "approved");
  else if (status === requestStatus.rejected)
    rows = rows.where("state", "in", ["rejected", "canceled"]);
  else if (status !== undefined) return { list: [], total: 0 };
  if (from !== undefined) rows = rows.where("created_at", ">=", from);
  if (to !== undefined) rows = rows.where("created_at", "<=", to);
  const { count } = await rows
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  const list = await rows
    .selectAll()
    .select(hasVoucher)
    .orderBy("id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list, total: Number(count) };
}

/** The pending ones of all users, the oldest first. */
export async function readPendingRecharges(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<RechargeRow[]> {
  return db
    .selectFrom("recharge")
    .selectAll()
    .where(sql<boolean>`state = 'pending'`)
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function readPendingRecharge(db: Db, id: number): Promise<RechargeRow | undefined> {
  return db
    .selectFrom("recharge")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirst();
}

export async function countPendingRecharges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("recharge")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(sql<boolean>`state = 'pending'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const rechargeMigrations: Record<string, Migration> = {
  "0101-recharge": {
    async up(db) {
      await withLifeColumns(
        db.schema
          .createTable("recharge")
          .addColumn("id", numberedId(db))
          .addColumn("user_id", "bigint", (c) => c.notNull().references("user.id"))
          .addColumn("client_order_id", "text", (c) => c.notNull())
          .addColumn("currency", "text", (c) => c.notNull())
          .addColumn("scale", "integer", (c) => c.notNull())
          .addColumn("network", "text", (c) => c.notNull())
          .addColumn("channel_id", "bigint", (c) => c.notNull())
          .addColumn("address", "text", (c) => c.notNull())
          .addColumn("amount", "bigint", (c) => c.notNull().check(sql`amount > 0`))
          .addColumn("actual_amount", "bigint")
          .addColumn("voucher", "text", (c) => c.notNull())
          .addColumn("voucher_digest", "text", (c) => c.notNull())
          .addColumn("flags", "text", (c) => c.notNull())
          .addColumn("created_at", "bigint", (c) => c.notNull()),
      ).execute();
      await indexPending(db, "recharge");
      await db.schema
        .createIndex("recharge_by_device_id")
        .on("recharge")
        .columns(["user_id", "client_order_id"])
        .execute();
      await db.schema
        .createIndex("recharge_by_voucher")
        .on("recharge")
        .column("voucher_digest")
        .execute();
    },
  },
};
