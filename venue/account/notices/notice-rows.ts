/** SQL of the notices. */
import { type Generated, type Selectable, sql } from "kysely";
import type { Db } from "../../store/schema.ts";

export interface NoticeTable {
  id: Generated<number>;
  user_id: number;
  kind: string;
  /** JSON: what the message is made from. */
  facts: string;
  ref_type: string;
  /** Text, since the thing it names may have any kind of id. */
  ref_id: string;
  is_read: number;
  created_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    notice: NoticeTable;
  }
}

export type NoticeRow = Selectable<NoticeTable>;

export async function insertNotice(
  db: Db,
  notice: Omit<NoticeRow, "id" | "is_read">,
): Promise<number> {
  const { id } = await db
    .insertInto("notice")
    .values({ ...notice, is_read: 0 })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertNoticeForAll(
  db: Db,
  notice: Omit<NoticeRow, "id" | "is_read" | "user_id">,
): Promise<void> {
  const { kind, facts, ref_type, ref_id, created_at } = notice;
  await sql`insert into notice (user_id, kind, facts, ref_type, ref_id, is_read, created_at)
    select id, ${kind}, ${facts}, ${ref_type}, ${ref_id}, 0, ${created_at} from ${sql.table("user")}`.execute(
    db,
  );
}

/** Deletes a user's notices of one kind about one thing. */
export async function deleteNoticesOf(
  db: Db,
  { user_id, kind, ref_type, ref_id }: Pick<NoticeRow, "user_id" | "kind" | "ref_type" | "ref_id">,
): Promise<void> {
  await db
    .deleteFrom("notice")
    .where("user_id", "=", user_id)
    .where("kind", "=", kind)
    .where("ref_type", "=", ref_type)
    .where("ref_id", "=", ref_id)
    .execute();
}

/** Deletes all but a user's newest `count` notices. */
export async function deleteOldNotices(db: Db, userId: number, count: number): Promise<void> {
  const tooOld = await db
    .selectFrom("notice")
    .select("id")
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  if (tooOld)
    await db
      .deleteFrom("notice")
      .where("user_id", "=", userId)
      .where("id", "<=", tooOld.id)
      .execute();
}

/** Newest first; `page` from 1. */
export async function selectNotices(
  db: Db,
  userId: number,
  { page, size }: { page: number; size: number },
): Promise<NoticeRow[]> {
  return db
    .selectFrom("notice")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("notice")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", userId)
    .where("is_read", "=", 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks those ids as read that are the user's own notices; other ids have no effect. */
export async function markRead(
  db: Db,
  userId: number,
  ids: readonly number[] | "all",
): Promise<void> {
  if (ids.length === 0) return;
  const unread = db
    .updateTable("notice")
    .set({ is_read: 1 })
    .where("user_id", "=", userId)
    .where("is_read", "=", 0);
  await (ids === "all" ? unread : unread.where("id", "in", ids)).execute();
}

/** The notices of all users with a larger id, oldest first. */
export async function selectNoticesAfter(
  db: Db,
  id: number,
  limit: number,
): Promise<Pick<NoticeRow, "id" | "user_id" | "kind" | "facts" | "ref_id">[]> {
  return db
    .selectFrom("notice")
    .select(["id", "user_id", "kind", "facts", "ref_id"])
    .where("id", ">", id)
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** The newest notice's id, 0 where there is none. */
export async function newestNoticeId(db: Db): Promise<number> {
  const row = await db
    .selectFrom("notice")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}
