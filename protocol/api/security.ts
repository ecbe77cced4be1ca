/** What guards an account beside its password: sessions, the own freeze, a second factor. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import {
  done,
  endpoint,
  figure,
  listOf,
  listQuery,
  nameText,
  nothing,
  shownText,
  timeMs,
} from "./endpoint.ts";
import { code, factorCode, givenPassword } from "./session.ts";

/** Six digits of an authenticator, or one of the recovery codes. */
const secondFactor = v.pipe(v.string(), v.trim(), v.minLength(6), v.maxLength(40));

const session = v.object({
  id: nameText(64),
  ip: v.optional(nameText(64), ""),
  /** What the browser says it is, shortened. */
  agent: v.optional(shownText(200), ""),
  create_time: timeMs,
  seen_time: timeMs,
  current: v.picklist([0, 1]),
  /** How its calls are signed. */
  signature: v.optional(nameText(16), "v1"),
});
export type AccountSession = v.InferOutput<typeof session>;

const login = v.object({
  time: timeMs,
  outcome: nameText(32),
  ip: v.optional(nameText(64), ""),
  agent: v.optional(shownText(200), ""),
});

/** How the account stands with those who guard it. */
const overview = v.object({
  /** Who froze it: its owner may open it again only where it was themselves. */
  frozen_by: v.optional(v.picklist(["", "owner", "venue"]), ""),
  /** Nothing is paid out before this; 0 where nothing holds it. */
  held_until: v.optional(timeMs, 0),
});

/** Stands in the user's `memo` while nothing but their own freeze limits the account. */
export const ownFreezeMemo = "Frozen by its owner.";

const totpState = v.object({
  enabled: v.picklist([0, 1]),
  recovery_left: v.optional(figure, 0),
  since: v.optional(v.nullable(timeMs), null),
  /** How many passkeys the account has: where it has any, what moves money asks for a factor, too. */
  passkeys: v.optional(figure, 0),
});

export const securityEndpoints = {
  security: endpoint({
    method: "GET",
    path: "/api/account/getSecurity",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Who froze the account, if it is frozen, and until when money-out is held.",
    request: nothing,
    data: overview,
  }),
  sessions: endpoint({
    method: "GET",
    path: "/api/account/getSessions",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Where the account is logged in.",
    request: nothing,
    data: v.array(session),
  }),
  revokeSession: endpoint({
    method: "POST",
    path: "/api/account/revokeSession",
    access: "user",
    whileFrozen: true,
    refusals: [codes.noSuchOrder],
    summary: "Ends a session, or with `others` all but this one.",
    request: v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) }),
    data: v.object({ ended: figure }),
  }),
  logins: endpoint({
    method: "GET",
    path: "/api/account/getLogins",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Logins of the account that went well and that did not, newest first.",
    request: v.object(listQuery),
    data: listOf(login),
  }),
  freeze: endpoint({
    method: "POST",
    path: "/api/account/freeze",
    access: "user",
    refusals: [codes.wrongCredentials, codes.tooManyAttempts],
    summary:
      "Freezes the own account: only looking, closing and cancelling are left. The other sessions end.",
    request: v.object({ password: givenPassword }),
    data: v.object({ ended: figure }),
  }),
  unfreeze: endpoint({
    method: "POST",
    path: "/api/account/unfreeze",
    access: "user",
    whileFrozen: true,
    refusals: [codes.wrongCredentials, codes.tooManyAttempts, codes.wrongCode],
    summary:
      "Opens an account again that its owner froze, with the login password and a code of the scene `bind`; money-out is held 24 hours.",
    request: v.object({ password: givenPassword, code }),
    data: done,
  }),
  totp: endpoint({
    method: "GET",
    path: "/api/account/getTotp",
    access: "user",
    quiet: true,
    refusals: [],
    summary:
      "Whether logging in takes a second factor, how many recovery codes are left, and how many passkeys there are.",
    request: nothing,
    data: totpState,
  }),
  setupTotp: endpoint({
    method: "POST",
    path: "/api/account/setupTotp",
    access: "user",
    refusals: [
      codes.wrongCredentials,
      codes.tooManyAttempts,
      codes.wrongCode,
      codes.passwordAlreadySet,
    ],
    summary: `Begins with a second factor: the secret for an authenticator, good for ten minutes; with a passkey's confirmation where the account has one. ${codes.passwordAlreadySet} where there is an authenticator.`,
    request: v.object({ password: givenPassword, totp: factorCode }),
    data: v.object({ secret: nameText(64), uri: nameText(500), expire_time: timeMs }),
  }),
  enableTotp: endpoint({
    method: "POST",
    path: "/api/account/enableTotp",
    access: "user",
    refusals: [codes.tooManyAttempts, codes.wrongCode],
    summary:
      "Turns the second factor on with a code of the authenticator; answers the recovery codes, once.",
    request: v.object({ code: secondFactor }),
    data: v.object({ recovery: v.array(nameText(40)) }),
  }),
  disableTotp: endpoint({
    method: "POST",
    path: "/api/account/disableTotp",
    access: "user",
    refusals: [codes.wrongCredentials, codes.tooManyAttempts, codes.wrongCode],
    summary: "Turns the second factor off; money-out is held 24 hours.",
    request: v.object({ password: givenPassword, code: secondFactor }),
    data: done,
  }),
};
