/** SQL of the notice settings, of the devices that get pushes, and of the pushes that wait. */
import { type Generated, type Selectable, sql } from "kysely";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

export interface NoticeSettingTable {
  user_id: number;
  /** JSON, as the wire has it (`protocol/api/notice-settings.ts`). */
  settings: string;
  updated_at: number;
}

export interface PushSubscriptionTable {
  id: Generated<number>;
  user_id: number;
  /** The subscription ends with it. */
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  /** Language tag of the reader; empty where it is not known. */
  lang: string;
  created_at: number;
}

export interface PushMessageTable {
  id: Generated<number>;
  subscription_id: number;
  /** What it tells; null for a test. */
  notice_id: number | null;
  tries: number;
  /** Not tried before this, Unix ms. */
  due_at: number;
  created_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    notice_setting: NoticeSettingTable;
    push_subscription: PushSubscriptionTable;
    push_message: PushMessageTable;
  }
}

export type PushSubscriptionRow = Selectable<PushSubscriptionTable>;
export type PushMessageRow = Selectable<PushMessageTable>;

/** JSON; undefined where the user has chosen nothing. */
export async function findNoticeSettings(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("notice_setting")
    .select("settings")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.settings;
}

/** The settings (JSON) of those of the users who have chosen any. */
export async function noticeSettingsOf(
  db: Db,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("notice_setting")
    .select(["user_id", "settings"])
    .where("user_id", "in", userIds)
    .execute();
  return new Map(rows.map(({ user_id, settings }) => [user_id, settings]));
}

export async function putNoticeSettings(
  db: Db,
  row: Selectable<NoticeSettingTable>,
): Promise<void> {
  await db
    .insertInto("notice_setting")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet({ settings: row.settings, updated_at: row.updated_at }),
    )
    .execute();
}

/** A device has one subscription: the user who subscribed it last gets its pushes. */
export async function putSubscription(db: Db, row: Omit<PushSubscriptionRow, "id">): Promise<void> {
  await db
    .insertInto("push_subscription")
    .values(row)
    .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(row))
    .execute();
}

/** Puts another address in the place of an old one; nothing where the old one is not known. */
export async function moveSubscription(
  db: Db,
  oldEndpoint: string,
  next: Pick<PushSubscriptionRow, "endpoint" | "p256dh" | "auth">,
): Promise<void> {
  if (oldEndpoint !== next.endpoint) {
    const known = await db
      .selectFrom("push_subscription")
      .select("id")
      .where("endpoint", "=", oldEndpoint)
      .executeTakeFirst();
    if (!known) return;
    await deleteSubscription(db, next.endpoint);
  }
  await db.updateTable("push_subscription").set(next).where("endpoint", "=", oldEndpoint).execute();
}

/** Removes a device, with what waits for it. Of one user only, where one is given. */
export async function deleteSubscription(db: Db, endpoint: string, userId?: number): Promise<void> {
  const found = await db
    .selectFrom("push_subscription")
    .select("id")
    .where("endpoint", "=", endpoint)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? 0))
    .executeTakeFirst();
  if (!found) return;
  await db.deleteFrom("push_message").where("subscription_id", "=", found.id).execute();
  await db.deleteFrom("push_subscription").where("id", "=", found.id).execute();
}

/** Leaves a user the newest devices. */
export async function deleteOldSubscriptions(db: Db, userId: number, count: number): Promise<void> {
  const old = await db
    .selectFrom("push_subscription")
    .select("endpoint")
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .offset(count)
    .limit(100)
    .execute();
  for (const { endpoint } of old) await deleteSubscription(db, endpoint);
}

/** The devices of a user whose session has not ended. */
export async function liveSubscriptions(db: Db, userId: number): Promise<{ id: number }[]> {
  return db
    .selectFrom("push_subscription")
    .innerJoin("session", "session.id", "push_subscription.session_id")
    .select("push_subscription.id")
    .where("push_subscription.user_id", "=", userId)
    .where("session.ended_at", "is", null)
    .execute();
}

/** Removes the devices whose sessions have ended, or were made before `createdBefore` (Unix ms). */
export async function sweepSubscriptions(db: Db, createdBefore: number): Promise<void> {
  const over = await db
    .selectFrom("push_subscription")
    .leftJoin("session", "session.id", "push_subscription.session_id")
    .select("push_subscription.endpoint")
    .where((eb) =>
      eb.or([
        eb("session.id", "is", null),
        eb("session.ended_at", "is not", null),
        eb("session.created_at", "<=", createdBefore),
      ]),
    )
    .limit(500)
    .execute();
  for (const { endpoint } of over) await deleteSubscription(db, endpoint);
}

/** Queues a notice for each device of its user. */
export async function queueNotice(
  db: Db,
  { noticeId, userId, now }: { noticeId: number; userId: number; now: number },
): Promise<void> {
  await sql`insert into push_message (subscription_id, notice_id, tries, due_at, created_at)
    select id, ${noticeId}, 0, ${now}, ${now} from push_subscription where user_id = ${userId}`.execute(
    db,
  );
}

/** Queues the notices with a larger id than `noticeId`, which one command wrote for everybody. */
export async function queueNoticesAfter(db: Db, noticeId: number, now: number): Promise<void> {
  await sql`insert into push_message (subscription_id, notice_id, tries, due_at, created_at)
    select s.id, n.id, 0, ${now}, ${now}
    from notice n join push_subscription s on s.user_id = n.user_id
    where n.id > ${noticeId} and n.created_at = ${now}`.execute(db);
}

export async function queueTest(db: Db, subscriptionIds: readonly number[], now: number) {
  if (subscriptionIds.length === 0) return;
  await db
    .insertInto("push_message")
    .values(
      subscriptionIds.map((subscription_id) => ({
        subscription_id,
        notice_id: null,
        tries: 0,
        due_at: now,
        created_at: now,
      })),
    )
    .execute();
}

/** A push with its device, its reader's settings and what it tells. */
export type LeasedPush = PushMessageRow &
  Pick<PushSubscriptionRow, "endpoint" | "p256dh" | "auth" | "lang"> & {
    /** Null where the reader has chosen nothing. */
    settings: string | null;
    /** Null for a test, and for a notice that is no longer there or was read meanwhile. */
    kind: string | null;
    facts: string | null;
    ref_id: string | null;
    notice_at: number | null;
    /** Null where the session is gone. */
    session_at: number | null;
    seen_at: number | null;
    ended_at: number | null;
  };

/**
 * Leases pushes that are due, oldest first. No other process gets them before `until` (Unix ms); then they are due
 * again unless they were settled.
 */
export async function leasePushes(
  db: Db,
  { now, until, limit }: { now: number; until: number; limit: number },
): Promise<LeasedPush[]> {
  const due = db
    .selectFrom("push_message")
    .select("id")
    .where("due_at", "<=", now)
    .orderBy("due_at")
    .orderBy("id")
    .limit(limit);
  const ids = (await (isPostgres(db) ? due.forUpdate().skipLocked() : due).execute()).map(
    ({ id }) => id,
  );
  if (ids.length === 0) return [];
  await db
    .updateTable("push_message")
    .set({ due_at: until, tries: sql<number>`tries + 1` })
    .where("id", "in", ids)
    .execute();
  return db
    .selectFrom("push_message as m")
    .innerJoin("push_subscription as s", "s.id", "m.subscription_id")
    .leftJoin("session", "session.id", "s.session_id")
    .leftJoin("notice_setting as set", "set.user_id", "s.user_id")
    .leftJoin("notice as n", (join) =>
      join.onRef("n.id", "=", "m.notice_id").on("n.is_read", "=", 0),
    )
    .selectAll("m")
    .select(["s.endpoint", "s.p256dh", "s.auth", "s.lang", "set.settings"])
    .select(["n.kind", "n.facts", "n.ref_id", "n.created_at as notice_at"])
    .select(["session.created_at as session_at", "session.seen_at", "session.ended_at"])
    .where("m.id", "in", ids)
    .execute();
}

export async function deletePushes(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom("push_message").where("id", "in", ids).execute();
}

/** @param isTry it was sent and did not arrive; else it only waits for its turn, and the try does not count */
export async function postponePush(
  db: Db,
  id: number,
  { dueAt, isTry }: { dueAt: number; isTry: boolean },
): Promise<void> {
  await db
    .updateTable("push_message")
    .set({ due_at: dueAt, ...(!isTry && { tries: sql<number>`tries - 1` }) })
    .where("id", "=", id)
    .execute();
}
