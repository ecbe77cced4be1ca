import type { KeyObject } from "node:crypto";
import * as codes from "#protocol/wire/error-codes.ts";
import { addressGroup } from "../../lib/address-group.ts";
import type { RandomBytes } from "../../lib/clock.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import { type LoginThrottle, tooManyTries } from "../../session/throttle/login-throttle.ts";
import type { PasswordHasher } from "../../session/password/password-hasher.ts";
import { openSecret } from "../../session/second-factor/sealed-secret.ts";
import { usableTotpStep } from "../../session/second-factor/totp.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Log, Store, Transaction } from "../../store/store.ts";
import { ActLog } from "../acts/act-log.ts";
import { sealOwner } from "./make-operator.ts";
import {
  findOperator,
  insertOperatorSession,
  type OperatorRow,
  replacePassword,
  endOperatorSessions,
  useTotp,
} from "./operator-account-rows.ts";
import { operatorToken, type OperatorSession } from "./operator-gate.ts";

export interface LoginDeps {
  store: Store;
  serverKey: KeyObject;
  random: RandomBytes;
  hasher: PasswordHasher;
  throttle: LoginThrottle;
  audit: AuditLog;
  log: Log;
}

export interface OperatorAttempt {
  account: string;
  password: string;
  totp: string;
  ip: string;
  requestId: string;
  now: number;
}

/** The count of an operator's failed logins. */
export function operatorSubject(name: string): string {
  return `login operator ${name}`;
}

/**
 * Opens a session for the right password and an unused code. The refusal does not say which of them was
 * wrong.
 * @throws Refusal wrongCredentials, tooManyAttempts with the seconds to wait, busy when too many
 *   hashes wait
 */
export async function logInOperator(
  deps: LoginDeps,
  attempt: OperatorAttempt,
): Promise<{ token: string; operator: OperatorRow }> {
  const { store, hasher, serverKey } = deps;
  const { password, totp, now } = attempt;
  const name = attempt.account.trim().toLowerCase();
  const operator = await count(deps, attempt, operatorSubject(name), async (tx) =>
    findOperator(tx.db, name),
  );
  const known = operator?.removed_at === null ? operator : undefined;
  const isRight = await hasher
    .verify(password, known?.password_hash)
    .catch(async (error: unknown) => {
      await store.command((tx) => takeBack(deps, tx, operatorSubject(name), attempt));
      throw error;
    });
  const secret = known && openSecret(serverKey, known.totp_sealed, sealOwner(known.name));
  if (known && !secret)
    deps.log("error", "an operator's second factor was sealed with another server key", {
      operator: known.name,
    });
  const step = secret && usableTotpStep(secret, totp, { now, lastStep: known.totp_step });
  const token =
    known && isRight && step !== undefined
      ? await open(deps, attempt, { operator: known, step })
      : undefined;
  if (token === undefined || !known) {
    deps.audit.later({
      event: "operator-login",
      outcome: codes.wrongCredentials,
      ip: attempt.ip,
      requestId: attempt.requestId,
      now,
      facts: { by: `operator:${known?.name ?? "unknown"}` },
    });
    throw new Refusal(codes.wrongCredentials);
  }
  return { token, operator: known };
}

/**
 * Sets the operator's own password; their other sessions end.
 * @throws Refusal wrongOldPassword for a wrong old one, passwordMismatch for the old one again,
 *   tooManyAttempts after too many
 */
export async function setOperatorPassword(
  deps: LoginDeps,
  { id, operator }: OperatorSession,
  change: { old: string; password: string; ip: string; requestId: string; now: number },
): Promise<void> {
  const { store, hasher, audit, throttle } = deps;
  const subject = `${operatorSubject(operator.name)} password`;
  await count(deps, change, subject, async () => undefined);
  if (!(await hasher.verify(change.old, operator.password_hash)))
    throw new Refusal(codes.wrongOldPassword);
  if (change.password === change.old) throw new Refusal(codes.passwordMismatch);
  const hash = await hasher.hash(change.password);
  await store.command(async (tx) => {
    await throttle.uncountAddress(tx, addressSubject(change.ip), change.now);
    await throttle.forgiveAccount(tx, subject);
    if (
      !(await replacePassword(tx.db, { id: operator.id, verified: operator.password_hash, hash }))
    )
      throw new Refusal(codes.wrongOldPassword);
    await endOperatorSessions(tx.db, operator.id, { now: change.now, but: id });
    await new ActLog(audit, {
      by: `operator:${operator.name}`,
      ip: change.ip,
      requestId: change.requestId,
    }).write(tx, {
      event: "operator-password",
      outcome: "ok",
      ip: change.ip,
      requestId: change.requestId,
      now: change.now,
    });
  });
}

async function open(
  deps: LoginDeps,
  { ip, requestId, now }: OperatorAttempt,
  { operator, step }: { operator: OperatorRow; step: number },
): Promise<string | undefined> {
  return deps.store.command(async (tx) => {
    await deps.throttle.uncountAddress(tx, addressSubject(ip), now);
    await deps.throttle.forgiveAccount(tx, operatorSubject(operator.name));
    // Of two logins with one code, the second finds it used.
    if (
      !(await useTotp(tx.db, { id: operator.id, verified: operator.password_hash, step, at: now }))
    )
      return undefined;
    const id = Buffer.from(deps.random(16)).toString("hex");
    await insertOperatorSession(tx.db, {
      id,
      operator_id: operator.id,
      ip,
      created_at: now,
      seen_at: now,
      ended_at: null,
    });
    await new ActLog(deps.audit, { by: `operator:${operator.name}`, ip, requestId }).write(tx, {
      event: "operator-login",
      outcome: "ok",
      sessionId: id,
      ip,
      requestId,
      now,
    });
    return operatorToken(deps.serverKey, id, operator.id);
  });
}

/** Counts an attempt before it is checked, so that parallel attempts get no more guesses than sequential ones. */
async function count<T>(
  deps: LoginDeps,
  { ip, now }: { ip: string; now: number },
  subject: string,
  read: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { hold, found } = await deps.store.command(async (tx) => {
    const waitSec = await deps.throttle.countAddress(tx, addressSubject(ip), now);
    if (waitSec > 0) return { hold: { waitSec, isCapped: false }, found: undefined };
    const counted = await deps.throttle.countAccount(tx, subject, now);
    if (counted.waitSec > 0) await deps.throttle.uncountAddress(tx, addressSubject(ip), now);
    return { hold: counted, found: await read(tx) };
  });
  if (hold.waitSec > 0) throw tooManyTries(hold);
  return found as T;
}

async function takeBack(
  deps: LoginDeps,
  tx: Transaction,
  subject: string,
  { ip, now }: OperatorAttempt,
): Promise<void> {
  await deps.throttle.uncountAddress(tx, addressSubject(ip), now);
  await deps.throttle.uncountAccount(tx, subject, now);
}

/** A count apart from that of users' logins: on one machine both come from the same address. */
function addressSubject(ip: string): string {
  return `operator ${addressGroup(ip)}`;
}
