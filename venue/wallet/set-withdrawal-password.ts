import * as codes from "#protocol/wire/error-codes.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { passwordLength } from "#protocol/api/session.ts";
import type { walletEndpoints } from "#protocol/api/wallet.ts";
import type { Call } from "../deps/handler.ts";
import {
  type Asking,
  askingOf,
  auditOf,
  checkLoginPassword,
  checkWithdrawalPassword,
  judgeLoginPassword,
} from "../session/access/check-password.ts";
import { commandWithFactor } from "../session/access/command-with-factor.ts";
import { holdMoneyOut, moneyOutHeldUntil, replaceHash } from "../session/password/password-rows.ts";
import type { SessionDeps } from "../session/access/session-deps.ts";
import { passwordSubject } from "../session/throttle/login-throttle.ts";
import { findUser, type UserRow } from "../session/users/user-rows.ts";
import { pinWeaknessOf } from "../session/password/weak-password.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";

type SetWpass = typeof walletEndpoints.setWpass;
type Data = DataOf<SetWpass>;

/**
 * Sets the withdrawal password: the first with the login password, another with the present one,
 * a reset takes the login password and a code. All but the first hold money-out.
 * @throws Refusal invalidParameters with field and problem for one that will not do,
 *   passwordAlreadySet where one is set and neither the present one nor a code is given,
 *   wrongWithdrawalPassword for a wrong present one, wrongCredentials for a wrong login password,
 *   wrongCode for a wrong code, with `factor` totp for a wrong or missing second factor, passwordMismatch where old and new are the same, tooManyAttempts
 *   with the seconds to wait after too many tries
 */
export async function setWpass(deps: SessionDeps, call: Call<SetWpass>): Promise<Data> {
  const {
    user: { id },
    request,
  } = call;
  const user = await deps.store.read((db) => findUser(db, Number(id)));
  const problem = pinWeaknessOf(request.wpassword, user?.account ?? "");
  if (problem) throw new Refusal(codes.invalidParameters, { field: "wpassword", problem });
  if (user?.withdraw_hash === null) return setFirst(deps, call);
  if (request.old_wpassword !== undefined) return change(deps, call, request.old_wpassword);
  if (request.code !== undefined && request.code !== "")
    return resetByCode(deps, call, request.code);
  throw new Refusal(codes.passwordAlreadySet);
}

async function setFirst(deps: SessionDeps, call: Call<SetWpass>): Promise<Data> {
  const asking = askingOf(call, "withdrawal-password-set");
  const user = await checkOwner(deps, call, asking);
  const hash = await deps.hasher.hash(call.request.wpassword, passwordSubject(call.user.id));
  return commandWithFactor(deps, asking, call.request.totp, async (tx) => {
    if (!(await replaceHash(tx.db, { ...user, withdraw_hash: null }, { withdraw_hash: hash })))
      throw new Refusal(codes.passwordAlreadySet);
    return settle(deps, tx, asking, false);
  });
}

async function change(deps: SessionDeps, call: Call<SetWpass>, old: string): Promise<Data> {
  const asking = askingOf(call, "withdrawal-password-changed");
  const { wpassword } = call.request;
  const user = await checkWithdrawalPassword(deps, asking, old);
  if (wpassword === old) throw new Refusal(codes.passwordMismatch);
  // Shorter ones cannot be a login password. The comparison counts as a try at it, or it could be guessed here.
  if (
    wpassword.length >= passwordLength.min &&
    (await judgeLoginPassword(deps, asking, wpassword)).isRight
  )
    throw same();
  const hash = await deps.hasher.hash(wpassword, passwordSubject(call.user.id));
  return commandWithFactor(deps, asking, call.request.totp, async (tx) => {
    if (!(await replaceHash(tx.db, user, { withdraw_hash: hash })))
      throw new Refusal(codes.wrongWithdrawalPassword);
    return settle(deps, tx, asking, true);
  });
}

async function resetByCode(deps: SessionDeps, call: Call<SetWpass>, code: string): Promise<Data> {
  const asking = askingOf(call, "withdrawal-password-reset");
  const user = await checkOwner(deps, call, asking);
  const hash = await deps.hasher.hash(call.request.wpassword, passwordSubject(call.user.id));
  const { now } = asking;
  const settled = await commandWithFactor(deps, asking, call.request.totp, async (tx) => {
    const codeId = await deps.codes.check(tx, user.account, { scene: "wpass", code, now });
    // An answer, not thrown: the try at the code must stay counted.
    if (codeId === undefined || !(await deps.codes.use(tx, codeId, now))) return undefined;
    await deps.withdrawals.clear(tx, user.id);
    if (!(await replaceHash(tx.db, user, { withdraw_hash: hash }))) throw new Refusal(codes.busy);
    return settle(deps, tx, asking, true);
  });
  if (settled) return settled;
  deps.audit.later(auditOf(asking, codes.wrongCode));
  throw new Refusal(codes.wrongCode);
}

/** The user, who knows the login password, and does not want it for withdrawals too. */
async function checkOwner(
  deps: SessionDeps,
  { request: { password, wpassword } }: Call<SetWpass>,
  asking: Asking,
): Promise<UserRow> {
  if (password === undefined)
    throw new Refusal(codes.invalidParameters, { field: "password", problem: "missing" });
  const user = await checkLoginPassword(deps, asking, {
    password,
    wrong: new Refusal(codes.wrongCredentials),
  });
  if (wpassword === password) throw same();
  return user;
}

function same(): Refusal {
  return new Refusal(codes.invalidParameters, { field: "wpassword", problem: "same" });
}

async function settle(
  deps: SessionDeps,
  tx: Transaction,
  asking: Asking,
  isHeld: boolean,
): Promise<Data> {
  const { userId, now, ip } = asking;
  if (isHeld) await holdMoneyOut(tx.db, userId, now + deps.settings.limits.moneyOutHoldSec * 1000);
  const until = await moneyOutHeldUntil(tx.db, userId);
  const held_until = until > now ? until : 0;
  await deps.addNotice(tx, {
    userId,
    kind: "withdrawal_password",
    facts: { ip, until: held_until },
    now,
  });
  await deps.audit.write(tx, auditOf(asking));
  return { held_until };
}
