import type { Notice } from "#protocol/api/account.ts";
import type { NewNotice } from "../../deps/new-notice.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { Transaction } from "../../store/store.ts";
import { noticeWords } from "./notice-messages.ts";
import { queueNotice, queueNoticesAfter } from "../push/push-rows.ts";
import {
  type NoticeRow,
  deleteNoticesOf,
  deleteOldNotices,
  insertNotice,
  insertNoticeForAll,
  newestNoticeId,
  selectNoticesAfter,
} from "./notice-rows.ts";

/** The most notices of a user; older ones are deleted. */
const maxPerUser = 500;

/**
 * Writes a notice for a user, within the command that caused it. Open streams of every process
 * get it within a second (`NoticeAnnouncer`), as an event of topic `user.notice`, and the user's devices a push.
 */
export async function addNotice(
  tx: Transaction,
  { userId, kind, facts = {}, refType = "", refId = "", now }: NewNotice,
): Promise<void> {
  const user_id = Number(userId);
  const noticeId = await insertNotice(tx.db, {
    user_id,
    kind,
    facts: JSON.stringify(facts),
    ref_type: refType,
    ref_id: String(refId),
    created_at: now,
  });
  await deleteOldNotices(tx.db, user_id, maxPerUser);
  await queueNotice(tx.db, { noticeId, userId: user_id, now });
}

/** As {@link addNotice}, for every user there is. */
export async function addNoticeForAll(
  tx: Transaction,
  { kind, facts = {}, refType = "", refId = "", now }: Omit<NewNotice, "userId">,
): Promise<void> {
  const before = await newestNoticeId(tx.db);
  await insertNoticeForAll(tx.db, {
    kind,
    facts: JSON.stringify(facts),
    ref_type: refType,
    ref_id: String(refId),
    created_at: now,
  });
  await queueNoticesAfter(tx.db, before, now);
}

/**
 * As {@link addNotice}, in place of an earlier notice of this kind about the same thing: an order that is filled
 * in three parts has one notice, which is new again with each part.
 */
export async function renewNotice(tx: Transaction, notice: NewNotice): Promise<void> {
  const { userId, kind, refType = "", refId = "" } = notice;
  await deleteNoticesOf(tx.db, {
    user_id: Number(userId),
    kind,
    ref_type: refType,
    ref_id: String(refId),
  });
  await addNotice(tx, notice);
}

/** The notice in the form of the wire. */
export function toNotice(row: NoticeRow): Notice {
  const facts = JSON.parse(row.facts) as Record<string, string | number>;
  return {
    id: String(row.id),
    kind: row.kind,
    ...noticeWords(row.kind, facts),
    facts,
    ref_type: row.ref_type,
    ref_id: row.ref_id,
    is_read: row.is_read === 1 ? 1 : 0,
    create_time: row.created_at,
  };
}

/** A command that began earlier and committed later may have an id this far below the newest. */
const idSlack = 50;
const readAtOnce = 500;

type Announced = Awaited<ReturnType<typeof selectNoticesAfter>>[number];

/**
 * Announces new notices to open streams. It reads them from the database, because another process
 * may have written them: a second venue, or the operator's command line.
 */
export class NoticeAnnouncer {
  private readonly store: VenueDeps["store"];
  private readonly bus: VenueDeps["bus"];
  private announced: ReadonlySet<number> | undefined;
  private newest = 0;

  constructor({ store, bus }: Pick<VenueDeps, "store" | "bus">) {
    this.store = store;
    this.bus = bus;
  }

  /** Takes what is there as announced: before the first request nobody listens. */
  async begin(): Promise<void> {
    this.newest = await this.store.read(newestNoticeId);
    const known = await this.store.read((db) =>
      selectNoticesAfter(db, this.newest - idSlack, readAtOnce),
    );
    this.announced = new Set(known.map(({ id }) => id));
    this.newest = known.at(-1)?.id ?? this.newest;
  }

  /** Announces what came since the beginning or the last tick. */
  async tick(): Promise<void> {
    if (this.announced === undefined) return this.begin();
    const rows = await this.store.read((db) =>
      selectNoticesAfter(db, this.newest - idSlack, readAtOnce),
    );
    for (const row of rows) if (!this.announced.has(row.id)) this.announce(row);
    this.announced = new Set(rows.map(({ id }) => id));
    this.newest = rows.at(-1)?.id ?? this.newest;
  }

  /** Some notices also make data of an open screen old: the balance, the certification. */
  private announce({ id, user_id, kind, facts, ref_id }: Announced): void {
    const userId = String(user_id);
    this.bus.notify(userId, "user.notice", "new", { id: String(id), kind });
    const { flag, certstatus } = JSON.parse(facts) as Record<string, string | number | undefined>;
    if (kind === "recharge" || kind === "withdrawal" || kind === "settled")
      this.bus.notify(userId, "user.wallet", "balance", {
        flags: flag === undefined ? [] : [flag],
        kind,
        ref_id,
      });
    if (kind === "certification")
      this.bus.notify(userId, "user.notice", "certstatus", { certstatus });
  }
}
