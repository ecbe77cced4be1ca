import type { Notice, noticeKinds } from "#protocol/account.ts";
import type { Transaction } from "../store/store.ts";
import { deleteOldNotices, insertNotice, type NoticeRow } from "./notice-rows.ts";
import { noticeWords } from "./notice-words.ts";

export type NoticeKind = (typeof noticeKinds)[number];
export type NoticeFacts = Readonly<Record<string, string | number>>;

/** What a user is to be told. */
export interface NewNotice {
  userId: string | number;
  kind: NoticeKind;
  /** What the sentence is made from; holds no secrets. */
  facts?: NoticeFacts;
  /** What it is about, e.g. `session` and its id. */
  refType?: string;
  refId?: string | number;
  /** Unix ms. */
  now: number;
}

/** The newest a user has; older ones go. */
const keptPerUser = 500;

/**
 * Leaves a notice for a user, within the command that gave rise to it. Open streams of every process
 * hear of it within a second (`NoticeAnnouncer`), as the event of topic `user.notice`.
 */
export async function addNotice(
  tx: Transaction,
  { userId, kind, facts = {}, refType = "", refId = "", now }: NewNotice,
): Promise<void> {
  const user_id = Number(userId);
  await insertNotice(tx.db, {
    user_id,
    kind,
    facts: JSON.stringify(facts),
    ref_type: refType,
    ref_id: String(refId),
    created_at: now,
  });
  await deleteOldNotices(tx.db, user_id, keptPerUser);
}

/** The notice as its user's client sees it. */
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
