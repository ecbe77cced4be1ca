/** What is done about what guards an account, each as a write: looked up where the answer was lost. */
import * as codes from "#protocol/wire/error-codes.ts";
import { accountEndpoints } from "#protocol/api/account.ts";
import type { DataOf, RequestOf } from "#protocol/api/endpoint.ts";
import { securityEndpoints } from "#protocol/api/security.ts";
import { call } from "../../../api/call.ts";
import { settingKind } from "../../../writes/plain-kind.ts";

/** Said beside the fields they are about, so no toast says them again. */
const saidInForm = [codes.wrongCredentials, codes.tooManyAttempts, codes.wrongCode] as const;

const quiet = { quiet: true };
const securityNow = () => call(securityEndpoints.security, {}, quiet);
const factorNow = () => call(securityEndpoints.totp, {}, quiet);

/** Until when nothing is paid out, Unix ms; undefined where the venue does not say. */
export async function heldUntil(): Promise<number | undefined> {
  try {
    return (await securityNow()).held_until;
  } catch {
    return undefined;
  }
}

/**
 * Whether money-out is held for longer than before a change that holds it: then the change was made. Answers until
 * when; undefined where it is not, or nobody knew before.
 */
export async function heldLonger(
  heldBefore: Promise<number | undefined>,
): Promise<number | undefined> {
  const before = await heldBefore;
  if (before === undefined) return undefined;
  const { held_until: after } = await securityNow();
  return after > before ? after : undefined;
}

export interface PasswordIntent {
  takeRequest: () => RequestOf<typeof accountEndpoints.setPass>;
  heldBefore: Promise<number | undefined>;
}

/** Changing the login password. Answers how many other sessions ended; null where that answer was lost. */
export const changingPassword = settingKind<PasswordIntent, { ended: number | null }>({
  name: "login-password",
  async send({ intent: { takeRequest, heldBefore } }) {
    await heldBefore;
    return call(accountEndpoints.setPass, takeRequest());
  },
  async find({ intent: { heldBefore } }) {
    return (await heldLonger(heldBefore)) === undefined ? undefined : { ended: null };
  },
  invalidates: [securityEndpoints.security, securityEndpoints.sessions],
});

const invalidatedByFreeze = [
  securityEndpoints.security,
  securityEndpoints.sessions,
  accountEndpoints.userInfo,
] as const;

/** Freezing the own account. */
export const freezing = settingKind<() => RequestOf<typeof securityEndpoints.freeze>, true>({
  name: "freeze",
  async send({ intent: takeRequest }) {
    await call(securityEndpoints.freeze, takeRequest(), { handles: saidInForm });
    return true;
  },
  find: async () => ((await securityNow()).frozen_by === "owner" ? true : undefined),
  invalidates: invalidatedByFreeze,
});

/** Opening it again. */
export const unfreezing = settingKind<() => RequestOf<typeof securityEndpoints.unfreeze>, true>({
  name: "unfreeze",
  async send({ intent: takeRequest }) {
    const handles = [...saidInForm, codes.notPermitted];
    await call(securityEndpoints.unfreeze, takeRequest(), { handles });
    return true;
  },
  find: async () => ((await securityNow()).frozen_by === "" ? true : undefined),
  invalidates: invalidatedByFreeze,
});

export type FactorSecret = DataOf<typeof securityEndpoints.setupTotp>;

/** Asking for the secret of a second factor. A secret whose answer was lost is replaced by the next one. */
export const beginningFactor = settingKind<
  () => RequestOf<typeof securityEndpoints.setupTotp>,
  FactorSecret
>({
  name: "second-factor-secret",
  send: ({ intent: takeRequest }) =>
    call(securityEndpoints.setupTotp, takeRequest(), {
      handles: [...saidInForm, codes.passwordAlreadySet],
    }),
  find: () => Promise.resolve(undefined),
  invalidates: [],
});

const invalidatedByFactor = [securityEndpoints.totp, securityEndpoints.security] as const;

/** Turning the second factor on. Answers the recovery codes; null where that answer was lost: it is given once. */
export const enablingFactor = settingKind<
  RequestOf<typeof securityEndpoints.enableTotp>,
  readonly string[] | null
>({
  name: "second-factor-on",
  send: async ({ intent }) =>
    (await call(securityEndpoints.enableTotp, intent, { handles: saidInForm })).recovery,
  find: async () => ((await factorNow()).enabled === 1 ? null : undefined),
  invalidates: invalidatedByFactor,
});

/** Turning it off. */
export const disablingFactor = settingKind<
  () => RequestOf<typeof securityEndpoints.disableTotp>,
  true
>({
  name: "second-factor-off",
  async send({ intent: takeRequest }) {
    await call(securityEndpoints.disableTotp, takeRequest(), { handles: saidInForm });
    return true;
  },
  find: async () => ((await factorNow()).enabled === 0 ? true : undefined),
  invalidates: invalidatedByFactor,
});

export const allOthers = "others";

export interface EndedSessions {
  /** Of one session, or `allOthers`. */
  id: string;
  /** The other sessions as they were seen. */
  before: readonly string[];
}

/** Ending another session, or all others. */
export const endingSessions = settingKind<EndedSessions, { ended: number }>({
  name: "end-sessions",
  send: ({ intent: { id } }) =>
    call(securityEndpoints.revokeSession, { id }, { handles: [codes.noSuchOrder] }),
  async find({ intent: { id, before } }) {
    const now = new Set((await call(securityEndpoints.sessions, {}, quiet)).map((one) => one.id));
    const meant = id === allOthers ? before : [id];
    const ended = meant.filter((one) => !now.has(one)).length;
    return ended === 0 ? undefined : { ended };
  },
  invalidates: [securityEndpoints.sessions],
});
