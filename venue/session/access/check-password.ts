import * as codes from "#protocol/wire/error-codes.ts";
import type { Call, SessionUser } from "../../deps/handler.ts";
import { Refusal } from "../../store/refusal.ts";
import type { AuditEntry } from "../audit/audit-log.ts";
import { passwordSubject, tooManyTries } from "../throttle/login-throttle.ts";
import { holdMoneyOut } from "../password/password-rows.ts";
import type { SessionDeps } from "./session-deps.ts";
import { findUser, type UserRow } from "../users/user-rows.ts";

/** Who hands in a password within a session, and what for. */
export interface Asking {
  event: AuditEntry["event"];
  userId: number;
  sessionId: string;
  ip: string;
  requestId: string;
  /** Unix ms. */
  now: number;
  /** The call's own, so that its nonce is spent before anything is judged. */
  command: Call<never>["command"];
}

export function askingOf(
  call: { user: SessionUser } & Pick<Asking, "ip" | "requestId" | "now" | "command">,
  event: Asking["event"],
): Asking {
  const { user, ip, requestId, now, command } = call;
  return { event, userId: Number(user.id), sessionId: user.sessionId, ip, requestId, now, command };
}

/** The audit entry of what came of it. */
export function auditOf(
  { event, userId, sessionId, ip, requestId, now }: Asking,
  outcome: AuditEntry["outcome"] = "ok",
): AuditEntry {
  return { event, outcome, userId, sessionId, ip, requestId, now };
}

interface Judged {
  isRight: boolean;
  /** As they were when the password was judged. */
  user: UserRow;
}

/**
 * The user, whose login password this is.
 * @param wrong what a wrong password is refused with
 * @throws Refusal `wrong`, tooManyAttempts with the seconds to wait after too many
 *   tries, busy when too many hashes wait
 */
export async function checkLoginPassword(
  deps: SessionDeps,
  asking: Asking,
  { password, wrong }: { password: string; wrong: Refusal },
): Promise<UserRow> {
  const { isRight, user } = await judgeLoginPassword(deps, asking, password);
  if (!isRight) {
    deps.audit.later(auditOf(asking, wrong.code));
    throw wrong;
  }
  await deps.store.command((tx) =>
    deps.throttle.forgiveAccount(tx, passwordSubject(asking.userId)),
  );
  return user;
}

/**
 * Whether this is the login password. Whatever it is, the try stays counted: what it tells is worth
 * a guess.
 * @throws Refusal tooManyAttempts, busy
 */
export async function judgeLoginPassword(
  deps: SessionDeps,
  asking: Asking,
  password: string,
): Promise<Judged> {
  const subject = passwordSubject(asking.userId);
  const { user, hold } = await asking.command(async (tx) => {
    const held = await deps.throttle.countAccount(tx, subject, asking.now);
    return { user: await ownRow(tx, asking), hold: held };
  });
  if (hold.waitSec > 0) {
    deps.audit.later(auditOf(asking, codes.tooManyAttempts));
    throw tooManyTries(hold);
  }
  const isRight = await deps.hasher
    .verify(password, user.password_hash, passwordSubject(asking.userId))
    .catch(async (error: unknown) => {
      await deps.store.command((tx) => deps.throttle.uncountAccount(tx, subject, asking.now));
      throw error;
    });
  return { isRight, user };
}

/**
 * The user, whose withdrawal password this is. A command that pays out compares `withdraw_hash`
 * again: it may change between the two.
 * @throws Refusal wrongWithdrawalPassword where it is not, with `data.unset` where there is none
 *   yet, tooManyAttempts with `data.wait` after too many wrong ones, busy when too many hashes wait
 */
export async function checkWithdrawalPassword(
  deps: SessionDeps,
  asking: Asking,
  wpassword: string,
): Promise<UserRow> {
  const { isRight, user } = await judgeWithdrawalPassword(deps, asking, wpassword);
  if (!isRight)
    throw new Refusal(
      codes.wrongWithdrawalPassword,
      ...(user.withdraw_hash === null ? [{ unset: 1 }] : []),
    );
  return user;
}

/**
 * Whether this is the withdrawal password; a wrong one stays counted, and the last of a day locks
 * money-out.
 * @throws Refusal tooManyAttempts, busy
 */
export async function judgeWithdrawalPassword(
  deps: SessionDeps,
  asking: Asking,
  wpassword: string,
): Promise<Judged> {
  const { now, userId } = asking;
  const { user, attempt } = await asking.command(async (tx) => {
    const counted = await deps.withdrawals.count(tx, userId, now);
    return { user: await ownRow(tx, asking), attempt: counted };
  });
  if (attempt.waitSec > 0) {
    deps.audit.later(auditOf(asking, codes.tooManyAttempts));
    throw new Refusal(codes.tooManyAttempts, { wait: attempt.waitSec });
  }
  if (user.withdraw_hash === null) {
    await deps.store.command((tx) => deps.withdrawals.uncount(tx, userId, now));
    return { isRight: false, user };
  }
  const isRight = await deps.hasher
    .verify(wpassword, user.withdraw_hash, passwordSubject(userId))
    .catch(async (error: unknown) => {
      await deps.store.command((tx) => deps.withdrawals.uncount(tx, userId, now));
      throw error;
    });
  if (isRight) await deps.store.command((tx) => deps.withdrawals.forgive(tx, userId, now));
  else
    deps.audit.later(
      auditOf({ ...asking, event: "withdrawal-password-checked" }, codes.wrongWithdrawalPassword),
    );
  if (!isRight && attempt.isLast) await lockMoneyOut(deps, asking);
  return { isRight, user };
}

async function lockMoneyOut(deps: SessionDeps, asking: Asking): Promise<void> {
  const { now, userId } = asking;
  const until = now + deps.settings.limits.withdrawalLockSec * 1000;
  await deps.store.command(async (tx) => {
    await holdMoneyOut(tx.db, userId, until);
    await deps.addNotice(tx, {
      userId,
      kind: "withdrawal_locked",
      facts: { until, ip: asking.ip },
      now,
    });
    await deps.audit.write(tx, auditOf({ ...asking, event: "withdrawal-locked" }));
  });
}

async function ownRow(
  { db }: { db: Parameters<typeof findUser>[0] },
  { userId }: Asking,
): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw new Error("a session without its user");
  return user;
}
