import type { LoginType } from "#protocol/session.ts";
import { accountStatus } from "#protocol/user.ts";
import { addressGroup } from "../address-group.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import { accountName } from "./account-name.ts";
import type { SessionDeps } from "./session-deps.ts";
import { endSessions, hasLoggedInFrom, insertSession, unendedSessions } from "./session-rows.ts";
import { tokenOf } from "./session-token.ts";
import { findUserByAccount, noteLogin, type UserRow } from "./user-rows.ts";

export interface LoginAttempt {
  account: string;
  logintype: LoginType;
  password: string;
  ip: string;
  now: number;
  requestId: string;
}

interface Counted {
  user: UserRow | undefined;
  subject: string;
  waitSec: number;
}

/**
 * Opens a session for the right password.
 * @throws Refusal 200001 alike for an unknown account and a wrong password, 200002 with the seconds to
 *   wait, 200007 for a prohibited account, 100006 when too many hashes wait
 */
export async function logIn(deps: SessionDeps, attempt: LoginAttempt): Promise<{ token: string; user: UserRow }> {
  const { store, hasher, audit } = deps;
  const { user, subject, waitSec } = await store.command((tx) => countAttempt(deps, tx, attempt));
  const entry = { event: "login", ip: attempt.ip, requestId: attempt.requestId, now: attempt.now, ...(user && { userId: user.id }) } as const;
  if (waitSec > 0) {
    audit.later({ ...entry, outcome: 200002 });
    throw new Refusal(200002, { wait: waitSec });
  }
  const isRight = await hasher.verify(attempt.password, user?.password_hash).catch(async (error: unknown) => {
    await store.command((tx) => takeBack(deps, tx, subject, attempt));
    throw error;
  });
  if (!user || !isRight) {
    audit.later({ ...entry, outcome: 200001 });
    throw new Refusal(200001);
  }
  if (user.status === accountStatus.prohibited) {
    audit.later({ ...entry, outcome: 200007 });
    throw new Refusal(200007);
  }
  const passwordHash = hasher.isOutdated(user.password_hash) ? await hasher.hash(attempt.password) : undefined;
  return store.command(async (tx) => {
    await deps.throttle.uncountAddress(tx, addressGroup(attempt.ip), attempt.now);
    await deps.throttle.forgiveAccount(tx, subject);
    const login = { ip: attempt.ip, at: attempt.now };
    // Locks the user, so that of two logins at once one sees the other's session and ends the oldest.
    await noteLogin(tx.db, user.id, passwordHash === undefined ? login : { ...login, passwordHash });
    const sessionId = await openSession(deps, tx, user.id, attempt);
    await audit.write(tx, { ...entry, outcome: "ok", sessionId });
    return { token: tokenOf(deps.serverKey, sessionId, user.id), user: { ...user, last_ip: attempt.ip, last_at: attempt.now } };
  });
}

/** Where the account logged in before it has a count of its own, so that a stranger elsewhere cannot lock its owner out. */
async function countAttempt(deps: SessionDeps, tx: Transaction, { account, logintype, ip, now }: LoginAttempt): Promise<Counted> {
  const name = accountName(account, logintype);
  const user = name === undefined ? undefined : await findUserByAccount(tx.db, name);
  const isKnownPlace = user !== undefined && await hasLoggedInFrom(tx.db, user.id, ip);
  const subject = `login account ${name ?? account.toLowerCase()}${isKnownPlace ? ` from ${ip}` : ""}`;
  const addressWait = await deps.throttle.countAddress(tx, addressGroup(ip), now);
  const accountWait = addressWait > 0 ? 0 : await deps.throttle.countAccount(tx, subject, now);
  if (accountWait > 0) await deps.throttle.uncountAddress(tx, addressGroup(ip), now);
  return { user, subject, waitSec: Math.max(addressWait, accountWait) };
}

async function takeBack(deps: SessionDeps, tx: Transaction, subject: string, { ip, now }: LoginAttempt): Promise<void> {
  await deps.throttle.uncountAddress(tx, addressGroup(ip), now);
  await deps.throttle.uncountAccount(tx, subject, now);
}

async function openSession(deps: SessionDeps, tx: Transaction, userId: number, { ip, now }: LoginAttempt): Promise<string> {
  const id = Buffer.from(deps.random(16)).toString("hex");
  const older = await unendedSessions(tx.db, userId);
  const beyond = older.slice(deps.settings.limits.sessionsPerUser - 1).map((session) => session.id);
  await endSessions(tx.db, beyond, now);
  tx.afterCommit(() => beyond.forEach((ended) => deps.bus.endSession(ended)));
  await insertSession(tx.db, { id, user_id: userId, ip, created_at: now, seen_at: now, ended_at: null });
  return id;
}
