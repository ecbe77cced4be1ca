import type { noticeKinds } from "#protocol/api/account.ts";
import type { Transaction } from "../store/store.ts";

export type NoticeKind = (typeof noticeKinds)[number];
export type NoticeFacts = Readonly<Record<string, string | number>>;

/** A notice for a user. */
export interface NewNotice {
  userId: string | number;
  kind: NoticeKind;
  /** What the message is made from; no secrets. */
  facts?: NoticeFacts;
  /** What it is about, e.g. `session` and its id. */
  refType?: string;
  refId?: string | number;
  /** Unix ms. */
  now: number;
}

/** Stores a notice for a user. It is passed to session and upload, which may not import account. */
export type AddNotice = (tx: Transaction, notice: NewNotice) => Promise<void>;
