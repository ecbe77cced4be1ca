/** The user as the client keeps it. Everything but `id` may be missing from a server that knows less. */
import * as v from "valibot";
import { shownText } from "./endpoint.ts";

const text = v.fallback(v.optional(v.nullable(v.union([shownText(500), v.number()])), ""), "");
const count = v.fallback(v.optional(v.nullable(v.union([v.number(), v.string()])), 0), 0);

/** Travels in a header of every signed call. */
const userId = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(String),
  v.regex(/^[\x21-\x7E]{1,64}$/),
);

export const user = v.object({
  token: v.optional(v.nullable(v.string()), ""),
  id: userId,
  account: v.optional(shownText(254), ""),
  cert_info: v.optional(v.unknown()),
  create_time: count,
  devicecode: text,
  info: v.optional(v.unknown()),
  invite_code: text,
  invite_member_count: count,
  /** 1 once certified; mirrors `certstatus` 2. */
  iscert: count,
  /** Always 0: no outcome of this venue can be steered. */
  iscontrol: count,
  last_time: count,
  lastip: text,
  memo: text,
  pid: text,
  regip: text,
  status: count,
  team_member_count: count,
  total_commission: text,
  /** 1: may open orders; 0: may only close and cancel. */
  trade_status: v.optional(v.nullable(v.union([v.number(), v.string()])), 1),
  type: count,
  /** A masked placeholder once a withdrawal password is set, else empty. */
  wpassword: text,
  wstatus: count,
  wallet_address: text,
  credit_score: count,
  /** 0 not certified, 1 under review, 2 certified, 3 failed. */
  certstatus: count,
});

export type User = v.InferOutput<typeof user>;

/** What an account may do: 0 all, 1 read, close and cancel, 2 nothing, 3 not even log in. */
export const accountStatus = { normal: 0, frozen: 1, blocked: 2, prohibited: 3 } as const;
export const certStatus = { none: 0, underReview: 1, certified: 2, failed: 3 } as const;
