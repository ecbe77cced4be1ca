import * as codes from "#protocol/wire/error-codes.ts";
import type { LoginType } from "#protocol/api/session.ts";
import { withdrawalPasswordPattern } from "#protocol/api/wallet.ts";
import { addressGroup } from "../../lib/address-group.ts";
import { Refusal, TooMany } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { accountName } from "../users/account-name.ts";
import { putPassword } from "../access/put-password.ts";
import type { SessionDeps } from "../access/session-deps.ts";
import { findUserByAccount, type UserRow } from "../users/user-rows.ts";
import { weaknessOf } from "../password/weak-password.ts";

export interface PasswordReset {
  account: string;
  logintype: LoginType;
  code: string;
  password: string;
  ip: string;
  now: number;
  requestId: string;
}

/**
 * Sets a new login password with a code, and logs nobody in. Whether the account exists and whether
 * the code is right shows neither in the answer nor in the work done.
 * @throws Refusal invalidEmail for what is no e-mail address, invalidParameters with `data.field`
 *   for a phone or password that will not do, wrongCode for a wrong code or an unknown account,
 *   busy after too many from one address or when too many hashes wait
 */
export async function resetPassword(deps: SessionDeps, reset: PasswordReset): Promise<void> {
  const { store, throttle, audit } = deps;
  const { logintype, password, ip, now, requestId } = reset;
  const account = accountName(reset.account, logintype);
  if (account === undefined)
    throw logintype === "email"
      ? new Refusal(codes.invalidEmail)
      : new Refusal(codes.invalidParameters, { field: "account" });
  const problem = weaknessOf(password, account);
  if (problem) throw new Refusal(codes.invalidParameters, { field: "password", problem });
  const waitSec = await store.command((tx) => throttle.countReset(tx, addressGroup(ip), now));
  if (waitSec > 0) throw new TooMany(waitSec);

  const seen = await store.read((db) => findUserByAccount(db, account));
  const hashed = await hashAndCompare(deps, password, {
    user: seen,
    from: addressGroup(ip),
  }).catch(async (error: unknown) => {
    await store.command((tx) => throttle.uncountReset(tx, addressGroup(ip), now));
    throw error;
  });
  const refusal = await store.command((tx) =>
    apply(deps, tx, { ...reset, account, seen, ...hashed }),
  );
  if (!refusal) return;
  audit.later({
    event: "password-reset",
    outcome: refusal.code,
    ...(seen && { userId: seen.id }),
    ip,
    requestId,
    now,
  });
  throw refusal;
}

interface Hashed {
  hash: string;
  isWithdrawalPassword: boolean;
}

/** As much work for an unknown account as for a known one. */
async function hashAndCompare(
  { hasher }: SessionDeps,
  password: string,
  { user, from }: { user: UserRow | undefined; from: string },
): Promise<Hashed> {
  const hash = await hasher.hash(password, from);
  const couldBe = withdrawalPasswordPattern.test(password);
  return {
    hash,
    isWithdrawalPassword:
      couldBe && (await hasher.verify(password, user?.withdraw_hash ?? undefined, from)),
  };
}

/** A refusal is its answer, not thrown: the try at the code must stay counted. */
async function apply(
  deps: SessionDeps,
  tx: Transaction,
  reset: PasswordReset & Hashed & { seen: UserRow | undefined },
): Promise<Refusal | undefined> {
  const { account, code, seen: user, hash, ip, now, requestId } = reset;
  const codeId = await deps.codes.check(tx, account, { scene: "forgot", code, now });
  if (codeId === undefined || !user) return new Refusal(codes.wrongCode);
  if (reset.isWithdrawalPassword)
    return new Refusal(codes.invalidParameters, { field: "password", problem: "withdrawal" });
  if (!(await deps.codes.use(tx, codeId, now))) return new Refusal(codes.wrongCode);
  const ended = await putPassword(deps, tx, { user, hash, ip, now });
  // One of the passwords changed meanwhile: nothing is done, and the code is still good.
  if (ended === undefined) throw new Refusal(codes.busy);
  await deps.audit.write(tx, {
    event: "password-reset",
    outcome: "ok",
    userId: user.id,
    ip,
    requestId,
    now,
    facts: { ended },
  });
  return undefined;
}
