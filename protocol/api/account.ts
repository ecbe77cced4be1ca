import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import {
  endpoint,
  figure,
  idText,
  nameText,
  nothing,
  queryInteger,
  shownText,
  timeMs,
} from "./endpoint.ts";
import { factorCode, givenPassword, password } from "./session.ts";
import { user } from "./user.ts";

/** What a notice is about; one the app does not know shows its own title and content. */
export const noticeKinds = [
  "login",
  "password",
  "withdrawal_password",
  "withdrawal_locked",
  "account_status",
  "sessions_ended",
  "second_factor",
  "order",
  "position_closed",
  "liquidation_near",
  "liquidation",
  "standstill",
  "settled",
  "recharge",
  "withdrawal",
  "certification",
  "bank_card",
  "seconds_result",
  "seconds_void",
  "paper_funds",
  "restored",
  "price_alert",
  "funding",
  "system",
] as const;

const notice = v.object({
  id: idText,
  kind: nameText(64),
  /** English words for clients without texts of their own; the app writes its sentence from `kind` and `facts`. */
  title: shownText(200),
  content: shownText(2000),
  facts: v.optional(v.record(v.string(), v.union([shownText(1000), v.number()])), () => ({})),
  ref_type: v.optional(nameText(64), ""),
  ref_id: v.optional(nameText(64), ""),
  is_read: v.picklist([0, 1]),
  create_time: timeMs,
});
export type Notice = v.InferOutput<typeof notice>;

export const accountEndpoints = {
  userInfo: endpoint({
    method: "GET",
    path: "/api/account/userInfo",
    access: "user",
    refusals: [],
    summary: "The session's own user.",
    request: nothing,
    data: v.object({ player: user, certstatus: v.optional(v.number(), 0) }),
  }),
  setPass: endpoint({
    method: "POST",
    path: "/api/account/setPass",
    access: "user",
    refusals: [
      codes.wrongOldPassword,
      codes.tooManyAttempts,
      codes.passwordMismatch,
      codes.wrongCode,
    ],
    summary: `Changes the login password; the other sessions end. ${codes.passwordMismatch} where the new password is the old one.`,
    request: v.object({
      old_password: givenPassword,
      password,
      totp: factorCode,
    }),
    /** How many other sessions were signed out. */
    data: v.fallback(v.object({ ended: v.optional(figure, 0) }), { ended: 0 }),
  }),
  notices: endpoint({
    method: "GET",
    path: "/api/notice/getList",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Notices of the account, newest first, and how many are unread.",
    request: v.object({
      page: v.optional(queryInteger(1, 1_000_000), 1),
      size: v.optional(queryInteger(1, 100), 20),
    }),
    data: v.object({ list: v.array(notice), unread: figure }),
  }),
  readNotices: endpoint({
    method: "POST",
    path: "/api/notice/read",
    access: "user",
    quiet: true,
    whileFrozen: true,
    refusals: [],
    summary: "Marks notices as read: the ids given, or all.",
    request: v.object({
      ids: v.union([v.literal("all"), v.pipe(v.array(idText), v.minLength(1), v.maxLength(100))]),
    }),
    data: v.object({ unread: figure }),
  }),
};
