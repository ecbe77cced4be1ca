/**
 * What an operator may ask of the desk. A contract of its own: its calls are answered on the desk's port
 * alone, by operators' sessions alone (`Authorization: Bearer`), never beside the users' calls. `user` stands
 * here for a logged-in operator. No call changes a price, an open order's odds, a settled result or a journal.
 */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { amountText, decimalText } from "../wire/amount.ts";
import {
  clientOrderId,
  deceiving,
  done,
  endpoint,
  figure,
  idText,
  nameText,
  nothing,
  queryInteger,
  shownText,
  timeMs,
} from "./endpoint.ts";
import { givenPassword, passwordLength } from "./session.ts";

/** What waits for an operator, in the order it is shown. */
export const reviewKinds = ["recharge", "withdrawal", "bank", "cert", "coin"] as const;
export type ReviewKind = (typeof reviewKinds)[number];

/** Settings that may change while the venue runs. */
export const confKeys = [
  "review",
  "review_after",
  "withdrawals_paused",
  "seconds_conf",
  "contacts",
  "maintenance",
  "worker",
] as const;
export type ConfKey = (typeof confKeys)[number];

/** Where a picture is read: bytes, no envelope. Query `id`. */
export const operatorPicturePath = "/api/operator/getPicture";

/** Longest reason there is room for. */
export const reasonLength = 200;

export const operatorName = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9._-]{1,31}$/));

const line = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(reasonLength),
  v.check((text) => text.search(deceiving) < 0 && text.isWellFormed()),
);
const reason = v.pipe(line, v.minLength(1));
const yesOrNo = v.picklist([0, 1]);
const kind = v.picklist(reviewKinds);
const page = {
  page: v.optional(queryInteger(1, 100_000), 1),
  size: v.optional(queryInteger(1, 100), 20),
};
const rowsOf = <Row extends v.GenericSchema>(row: Row) =>
  v.object({ list: v.array(row), total: figure });
/** Lists that grow while they are read go on from the last row seen, newest first. */
const cursor = v.pipe(v.string(), v.regex(/^\d{1,16}(-\d{1,6})?$/));
const before = { before: v.optional(cursor), size: v.optional(queryInteger(1, 100), 50) };

const queueItem = v.object({
  kind,
  ref_id: idText,
  user_id: idText,
  account: shownText(254),
  /** What is asked for, in one line. */
  summary: shownText(300),
  /** What it is judged by. */
  facts: v.array(v.object({ label: shownText(60), value: shownText(500) })),
  flag: v.nullable(nameText(24)),
  amount: v.nullable(decimalText),
  /** Null where the currency has no price now, or nothing is asked for that has one. */
  usdt_value: v.nullable(decimalText),
  pictures: v.array(v.object({ id: nameText(64), label: shownText(60) })),
  /** What to look at twice. */
  risk_flags: v.array(shownText(200)),
  /** What a rejection may ask for again (certification). */
  fields: v.array(nameText(32)),
  create_time: timeMs,
  /** When the venue decides by itself, or the request lapses; null where it waits. */
  due_time: v.nullable(timeMs),
  /** How many operators must approve, and who has. */
  needs: v.picklist([1, 2]),
  approvals: v.array(v.object({ by: shownText(64), time: timeMs })),
});
export type QueueItem = v.InferOutput<typeof queueItem>;

const accountStatus = { status: v.picklist([0, 1, 2, 3]), trade_status: yesOrNo, wstatus: yesOrNo };
const userRow = v.object({
  id: idText,
  account: shownText(254),
  logintype: nameText(16),
  status: figure,
  trade_status: figure,
  wstatus: figure,
  certstatus: figure,
  memo: shownText(500),
  create_time: timeMs,
  last_time: v.nullable(timeMs),
  invite_code: nameText(16),
});
export type DeskUser = v.InferOutput<typeof userRow>;

const balance = v.object({
  flag: nameText(24),
  available: decimalText,
  frozen: decimalText,
  margin: decimalText,
  stake: decimalText,
  total: decimalText,
});

const ledgerEntry = v.object({
  journal_id: idText,
  seq: figure,
  time: timeMs,
  type: figure,
  sub_type: nameText(64),
  ref_type: nameText(64),
  ref_id: nameText(128),
  owner: nameText(64),
  kind: nameText(32),
  flag: nameText(24),
  amount: decimalText,
  balance_after: decimalText,
  reverses: v.nullable(idText),
});
export type LedgerEntry = v.InferOutput<typeof ledgerEntry>;

const auditLine = v.object({
  id: idText,
  time: timeMs,
  event: nameText(64),
  outcome: nameText(16),
  user_id: v.nullable(idText),
  ip: nameText(64),
  /** JSON of what was done, by whom and why. */
  facts: shownText(4000),
});

const confRow = v.object({
  key: v.picklist(confKeys),
  value: v.unknown(),
  /** 0 while it is as the venue was started; each change is one more. */
  version: figure,
  by: v.nullable(shownText(64)),
  time: v.nullable(timeMs),
});
export type ConfRow = v.InferOutput<typeof confRow>;

export const operatorEndpoints = {
  login: endpoint({
    method: "POST",
    path: "/api/operator/login",
    access: "visitor",
    refusals: [codes.wrongCredentials, codes.tooManyAttempts],
    summary: `Opens an operator's session: 30 minutes idle, 12 hours in all. ${codes.wrongCredentials} alike for an unknown name, a wrong password and a wrong or used code.`,
    request: v.object({
      account: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      password: givenPassword,
      totp: v.pipe(v.string(), v.maxLength(16)),
    }),
    /** `must_change` 1: nothing but a password of one's own may be set with this session. */
    data: v.object({ token: nameText(200), name: shownText(64), must_change: yesOrNo }),
  }),
  logout: endpoint({
    method: "POST",
    path: "/api/operator/logout",
    access: "user",
    refusals: [],
    summary: "Ends the session.",
    request: nothing,
    data: done,
  }),
  setPass: endpoint({
    method: "POST",
    path: "/api/operator/setPass",
    access: "user",
    refusals: [codes.tooManyAttempts, codes.passwordMismatch, codes.wrongOldPassword],
    summary: `Sets a password of one's own, at least 12 characters; the other sessions end. ${codes.passwordMismatch} where it is the old one.`,
    request: v.object({
      old_password: givenPassword,
      password: v.pipe(v.string(), v.minLength(12), v.maxLength(passwordLength.max)),
    }),
    data: done,
  }),
  status: endpoint({
    method: "GET",
    path: "/api/operator/getStatus",
    access: "user",
    refusals: [],
    summary: "Who is logged in, what waits, and how reviews are decided.",
    request: nothing,
    data: v.object({
      name: shownText(64),
      must_change: yesOrNo,
      expire_time: timeMs,
      server_time: timeMs,
      venue: shownText(60),
      version: shownText(40),
      market: nameText(32),
      queues: v.array(v.object({ kind, waiting: figure })),
      review: v.picklist(["auto", "manual"]),
      two_over: v.nullable(decimalText),
      /** Last of the operators' log: kept elsewhere, it shows whether the log was changed since. */
      log_seq: figure,
      log_hash: nameText(64),
    }),
  }),
  overview: endpoint({
    method: "GET",
    path: "/api/operator/getOverview",
    access: "user",
    refusals: [],
    summary: "What to watch, as `/metrics` has it, with what deserves a look.",
    request: nothing,
    data: v.object({
      list: v.array(
        v.object({
          group: shownText(40),
          label: shownText(80),
          value: shownText(60),
          /** Why it deserves a look; null where it does not. */
          look: v.nullable(shownText(300)),
        }),
      ),
    }),
  }),
  followClock: endpoint({
    method: "POST",
    path: "/api/operator/followClock",
    access: "user",
    refusals: [codes.notPending],
    summary: `Follows the machine's clock after a leap: its time is right. ${codes.notPending} where there was none, or its end was faster.`,
    request: v.object({ reason }),
    data: done,
  }),
  verify: endpoint({
    method: "GET",
    path: "/api/operator/verify",
    access: "user",
    refusals: [],
    summary: "Checks every invariant of the books in one snapshot.",
    request: nothing,
    data: v.object({
      holds: v.boolean(),
      list: v.array(
        v.object({ rule: shownText(200), figure: shownText(100), faults: v.array(shownText(500)) }),
      ),
    }),
  }),
  queue: endpoint({
    method: "GET",
    path: "/api/operator/getQueue",
    access: "user",
    refusals: [],
    summary: "What waits for a review, the most urgent first; of all kinds the oldest first.",
    request: v.object({ kind: v.picklist([...reviewKinds, "all"]), ...page }),
    data: rowsOf(queueItem),
  }),
  review: endpoint({
    method: "POST",
    path: "/api/operator/review",
    access: "user",
    refusals: [codes.withdrawalFailed, codes.reviewPending, codes.notPending],
    summary: `Approves or rejects. ${codes.reviewPending} where this operator has approved and another must; ${codes.notPending} where it is decided; ${codes.notPermitted} \`own\` for the operator's own request.`,
    request: v.object({
      kind,
      ref_id: idText,
      action: v.picklist(["approve", "reject"]),
      /** Shown to the user; required to reject. */
      reason: v.optional(line, ""),
      /** What a recharge is credited with, where that is not what was asked for. */
      amount: v.optional(amountText),
      /** The fields of a certification that are asked for again; all by default. */
      fields: v.optional(v.pipe(v.array(nameText(32)), v.maxLength(8))),
    }),
    data: v.object({
      kind,
      ref_id: idText,
      outcome: v.picklist(["approved", "rejected", "waits"]),
      approvals: v.array(v.object({ by: shownText(64), time: timeMs })),
    }),
  }),
  systemRecharge: endpoint({
    method: "POST",
    path: "/api/operator/systemRecharge",
    access: "user",
    movesMoney: true,
    refusals: [codes.noSuchOrder, codes.unknownCurrency, codes.unsupportedCurrency],
    summary: `Credits paper funds to an account. ${codes.noSuchOrder} where there is no such account; ${codes.notPermitted} \`own\` for the operator's own, \`two_over\` above what one operator may.`,
    request: v.object({
      user_id: idText,
      flag: v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/)),
      amount: amountText,
      reason,
      client_order_id: clientOrderId,
    }),
    data: v.object({
      journal_id: idText,
      user_id: idText,
      flag: nameText(24),
      amount: decimalText,
      balance: decimalText,
    }),
  }),
  setUserStatus: endpoint({
    method: "POST",
    path: "/api/operator/setUserStatus",
    access: "user",
    refusals: [codes.noSuchOrder],
    summary: "Changes what an account may do, with a reason that its user is shown.",
    request: v.object({
      user_id: idText,
      status: v.optional(accountStatus.status),
      trade_status: v.optional(accountStatus.trade_status),
      wstatus: v.optional(accountStatus.wstatus),
      reason,
    }),
    data: v.object({ user_id: idText, ...accountStatus }),
  }),
  conf: endpoint({
    method: "GET",
    path: "/api/operator/getConf",
    access: "user",
    refusals: [],
    summary: "The settings that may change while the venue runs.",
    request: nothing,
    data: v.object({ list: v.array(confRow) }),
  }),
  setConf: endpoint({
    method: "POST",
    path: "/api/operator/setConf",
    access: "user",
    refusals: [],
    summary: `Changes one of them; \`version\` is the one that was read: ${codes.invalidParameters} \`version\` where it is another by now.`,
    request: v.object({
      key: v.picklist(confKeys),
      value: v.unknown(),
      version: v.pipe(v.number(), v.integer(), v.minValue(0)),
      reason,
    }),
    data: confRow,
  }),
  users: endpoint({
    method: "GET",
    path: "/api/operator/getUsers",
    access: "user",
    refusals: [],
    summary:
      "Accounts, newest first; `query` is the beginning of an account, an invitation code, or # and an id.",
    request: v.object({
      query: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(254)), ""),
      ...page,
    }),
    data: rowsOf(userRow),
  }),
  user: endpoint({
    method: "GET",
    path: "/api/operator/getUser",
    access: "user",
    refusals: [codes.noSuchOrder],
    summary: "What is known of one account, and nothing that opens a door.",
    request: v.object({ user_id: idText }),
    data: v.object({
      ...userRow.entries,
      reg_ip: nameText(64),
      last_ip: nameText(64),
      wpassword: yesOrNo,
      sessions: figure,
      invited: figure,
      parent_id: v.nullable(idText),
      balances: v.array(balance),
    }),
  }),
  ledger: endpoint({
    method: "GET",
    path: "/api/operator/getLedger",
    access: "user",
    refusals: [],
    summary:
      "Entries of the books, newest first: of a user, of the venue, or of one journal whole.",
    request: v.object({
      user_id: v.optional(idText),
      owner: v.optional(v.literal("venue")),
      kind: v.optional(v.pipe(v.string(), v.regex(/^[a-z_]{1,16}$/))),
      flag: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))),
      journal_id: v.optional(idText),
      ...before,
    }),
    /** `next` is the `before` of the page after it; null where there is none. */
    data: v.object({ list: v.array(ledgerEntry), next: v.nullable(cursor) }),
  }),
  house: endpoint({
    method: "GET",
    path: "/api/operator/getHouse",
    access: "user",
    refusals: [],
    summary:
      "The venue's own balances, what users own, and what the house has gained or lost, by currency.",
    request: nothing,
    data: v.object({
      list: v.array(
        v.object({
          flag: nameText(24),
          pnl: decimalText,
          users: decimalText,
          pockets: v.record(v.string(), decimalText),
        }),
      ),
      accounts: figure,
    }),
  }),
  audit: endpoint({
    method: "GET",
    path: "/api/operator/getAudit",
    access: "user",
    refusals: [],
    summary: "The audit log, newest first; `operators` 1: what operators did alone.",
    request: v.object({
      user_id: v.optional(idText),
      operators: v.optional(queryInteger(0, 1), 0),
      ...before,
    }),
    data: v.object({ list: v.array(auditLine), next: v.nullable(cursor) }),
  }),
};
