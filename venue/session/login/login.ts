import * as codes from "#protocol/wire/error-codes.ts";
import { factorWanted } from "#protocol/wire/second-factor.ts";
import type { LoginType } from "#protocol/api/session.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { addressGroup } from "../../lib/address-group.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { accountName } from "../users/account-name.ts";
import { type Hold, loginSubject, tooManyTries } from "../throttle/login-throttle.ts";
import { spendSecondFactor } from "../second-factor/second-factor.ts";
import { countRecoveryCodes } from "../second-factor/second-factor-rows.ts";
import type { SessionDeps } from "../access/session-deps.ts";
import { hasLoggedInFrom } from "../tokens/session-rows.ts";
import { openSession } from "./open-session.ts";
import { tokenOf } from "../tokens/session-token.ts";
import { findUser, findUserByAccount, noteLogin, type UserRow } from "../users/user-rows.ts";

export interface LoginAttempt {
  account: string;
  logintype: LoginType;
  password: string;
  /** A code of the authenticator or a recovery code; empty where none was sent. */
  factor: string;
  /** The public key that every call of the session is to be signed with; null for none. */
  deviceKey: string | null;
  /** What the client says it is, shortened. */
  agent: string;
  ip: string;
  now: number;
  requestId: string;
}

interface Counted {
  user: UserRow | undefined;
  subject: string;
  /** Whether the address counted it, too: not one that has reached its limit and is known to the account. */
  isOfAddress: boolean;
  hold: Hold;
}

/**
 * Opens a session for the right password, and the second factor where the account has one.
 * @throws Refusal wrongCredentials alike for an unknown account and a wrong password, wrongCode
 *   with `factor` for a second factor that is missing or wrong, tooManyAttempts with the seconds to
 *   wait and `reset_required` where waiting is no use, accountProhibited with the operator's reason
 *   for a prohibited account, busy when too many hashes wait
 */
export async function logIn(
  deps: SessionDeps,
  attempt: LoginAttempt,
): Promise<{ token: string; user: UserRow }> {
  const counted = await deps.store.command((tx) => countAttempt(deps, tx, attempt));
  if (counted.hold.waitSec > 0) {
    deps.audit.later({ ...entryOf(attempt, counted.user), outcome: codes.tooManyAttempts });
    throw tooManyTries(counted.hold);
  }
  return judge(deps, attempt, counted);
}

function entryOf({ ip, requestId, now, agent }: LoginAttempt, user: UserRow | undefined) {
  return {
    event: "login",
    ip,
    requestId,
    now,
    facts: { agent },
    ...(user && { userId: user.id }),
  } as const;
}

async function judge(
  deps: SessionDeps,
  attempt: LoginAttempt,
  counted: Counted,
): Promise<{ token: string; user: UserRow }> {
  const { user, subject } = counted;
  const { store, hasher, audit } = deps;
  const entry = entryOf(attempt, user);
  const isRight = await hasher
    .verify(attempt.password, user?.password_hash, addressGroup(attempt.ip))
    .catch(async (error: unknown) => {
      await store.command((tx) => takeBack(deps, tx, counted, attempt));
      throw error;
    });
  if (!user || !isRight) {
    audit.later({ ...entry, outcome: codes.wrongCredentials });
    throw new Refusal(codes.wrongCredentials);
  }
  if (user.status === accountStatus.prohibited) {
    audit.later({ ...entry, outcome: codes.accountProhibited });
    throw new Refusal(codes.accountProhibited, { reason: user.memo });
  }
  const verified = user.password_hash;
  const rehashed = hasher.isOutdated(verified)
    ? await hasher.hash(attempt.password, addressGroup(attempt.ip))
    : undefined;
  const opened = await store
    .command(async (tx) => {
      if (counted.isOfAddress)
        await deps.throttle.uncountAddress(tx, addressGroup(attempt.ip), attempt.now);
      await deps.throttle.forgiveAccount(tx, subject);
      // Locks the user: of two logins at once, the second sees the session of the first and ends the oldest.
      if (
        !(await noteLogin(tx.db, user.id, { ip: attempt.ip, at: attempt.now, verified, rehashed }))
      )
        throw new Overtaken();
      const factor = await spendSecondFactor(tx, {
        userId: user.id,
        given: attempt.factor,
        serverKey: deps.serverKey,
        now: attempt.now,
      });
      if (factor === "missing" || factor === "wrong") throw new NoFactor(factor);
      if (factor === "recovery") await tellRecovery(deps, tx, user.id, attempt);
      const sessionId = await openSession(deps, tx, user, attempt);
      await audit.write(tx, { ...entry, outcome: "ok", sessionId });
      return {
        token: tokenOf(deps.serverKey, sessionId, user.id),
        user: { ...user, last_ip: attempt.ip, last_at: attempt.now },
      };
    })
    .catch(async (error: unknown) => {
      if (error instanceof Overtaken) return undefined;
      if (!(error instanceof NoFactor)) throw error;
      // A login without a code asks whether one is needed, and is not counted as a guess; a wrong code is.
      if (error.verdict === "missing")
        await store.command((tx) => takeBack(deps, tx, counted, attempt));
      audit.later({
        ...entry,
        outcome: codes.wrongCode,
        facts: { ...entry.facts, factor: error.verdict },
      });
      throw new Refusal(codes.wrongCode, factorWanted);
    });
  return (
    opened ??
    judge(deps, attempt, { ...counted, user: await store.read((db) => findUser(db, user.id)) })
  );
}

/** The hash has changed meanwhile (by a new password, or by a parallel login that hashed it again), or the account was blocked. */
class Overtaken extends Error {}

/** The password was right and the second factor was not: the whole login is rolled back. */
class NoFactor extends Error {
  readonly verdict: "missing" | "wrong";

  constructor(verdict: "missing" | "wrong") {
    super(`second factor ${verdict}`);
    this.verdict = verdict;
  }
}

/** Tells the owner that a recovery code was used: there are few, and its user had no authenticator. */
async function tellRecovery(
  deps: SessionDeps,
  tx: Transaction,
  userId: number,
  { ip, now, requestId }: LoginAttempt,
): Promise<void> {
  const left = await countRecoveryCodes(tx.db, userId);
  await deps.addNotice(tx, {
    userId,
    kind: "second_factor",
    facts: { event: "recovery", left, ip },
    now,
  });
  await deps.audit.write(tx, {
    event: "recovery-code-used",
    outcome: "ok",
    userId,
    ip,
    requestId,
    now,
    facts: { left },
  });
}

/**
 * Addresses from which the account logged in before have a count of their own, so that a stranger elsewhere cannot
 * lock the owner out. The failures of others behind the same address do not count there either.
 */
async function countAttempt(
  deps: SessionDeps,
  tx: Transaction,
  { account, logintype, ip, now }: LoginAttempt,
): Promise<Counted> {
  const name = accountName(account, logintype);
  const user = name === undefined ? undefined : await findUserByAccount(tx.db, name);
  const isKnownPlace = user !== undefined && (await hasLoggedInFrom(tx.db, user.id, ip));
  const subject = loginSubject(name ?? account.toLowerCase(), isKnownPlace ? ip : undefined);
  const addressWait = await deps.throttle.countAddress(tx, addressGroup(ip), now);
  const isOfAddress = addressWait === 0;
  if (!isOfAddress && !isKnownPlace)
    return { user, subject, isOfAddress, hold: { waitSec: addressWait, isCapped: false } };
  const hold = await deps.throttle.countAccount(tx, subject, now, isKnownPlace);
  if (isOfAddress && hold.waitSec > 0)
    await deps.throttle.uncountAddress(tx, addressGroup(ip), now);
  return { user, subject, isOfAddress, hold };
}

async function takeBack(
  deps: SessionDeps,
  tx: Transaction,
  { subject, isOfAddress }: Counted,
  { ip, now }: LoginAttempt,
): Promise<void> {
  if (isOfAddress) await deps.throttle.uncountAddress(tx, addressGroup(ip), now);
  await deps.throttle.uncountAccount(tx, subject, now);
}
