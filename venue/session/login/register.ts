import * as codes from "#protocol/wire/error-codes.ts";
import type { LoginType } from "#protocol/api/session.ts";
import { parseAmount } from "#protocol/wire/amount.ts";
import { billTypes } from "#protocol/api/wallet.ts";
import { addressGroup } from "../../lib/address-group.ts";
import { userOwner } from "../../ledger/accounts.ts";
import { post } from "../../ledger/post.ts";
import { Refusal, TooMany } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { accountName } from "../users/account-name.ts";
import { loginSubject } from "../throttle/login-throttle.ts";
import type { SessionDeps } from "../access/session-deps.ts";
import { codeLengths, makeInvitationCode } from "../invitations/invitation-code.ts";
import { isOpenInvitation, spendInvitation } from "../invitations/invitation-rows.ts";
import {
  countInvited,
  findUserByAccount,
  findUserIdByInvite,
  insertUser,
} from "../users/user-rows.ts";
import { weaknessOf } from "../password/weak-password.ts";

export interface Registration {
  account: string;
  logintype: LoginType;
  password: string;
  code: string;
  inviteCode: string;
  /** The `m` of the address they came by. */
  entryMark: string;
  ip: string;
  now: number;
  requestId: string;
}

interface Cleared {
  parentId: number | null;
  /** An operator's invitation, which opens this account only. */
  invitation: string | null;
  codeId: number | null;
}

/**
 * Opens an account and gives it the paper funds of the settings.
 * @throws Refusal invalidEmail for what is no e-mail address, invalidParameters with `data.field`
 *   for a phone or password that will not do, phoneTaken or emailTaken for a taken account,
 *   invalidInvitation for an unknown invitation, wrongCode for a wrong code, busy after too many
 *   from one address
 */
export async function register(deps: SessionDeps, registration: Registration): Promise<void> {
  const { logintype, now, ip } = registration;
  const account = accountName(registration.account, logintype);
  if (account === undefined)
    throw logintype === "email"
      ? new Refusal(codes.invalidEmail)
      : new Refusal(codes.invalidParameters, { field: "account" });
  const problem = weaknessOf(registration.password, account);
  if (problem) throw new Refusal(codes.invalidParameters, { field: "password", problem });

  const verdict = await deps.store.command((tx) => clear(deps, tx, account, registration));
  if (verdict instanceof Refusal) throw verdict;
  await openAccount(deps, registration, account, verdict).catch(async (error: unknown) => {
    if (verdict.invitation === null)
      await deps.store.command((tx) =>
        deps.throttle.uncountRegistration(tx, addressGroup(ip), now),
      );
    throw error;
  });
}

async function openAccount(
  deps: SessionDeps,
  registration: Registration,
  account: string,
  verdict: Cleared,
): Promise<void> {
  const { logintype, now, ip } = registration;
  const password_hash = await deps.hasher.hash(registration.password, addressGroup(ip));
  await deps.store.command(async (tx) => {
    if (verdict.codeId !== null && !(await deps.codes.use(tx, verdict.codeId, now)))
      throw new Refusal(codes.wrongCode);
    // Guesses made at a name nobody had do not keep its new owner out.
    await deps.throttle.forgiveAccount(tx, loginSubject(account));
    const id = await insertUser(tx.db, {
      account,
      logintype,
      password_hash,
      invite_code: await freshInviteCode(deps, tx),
      parent_id: verdict.parentId,
      entry_mark: registration.entryMark,
      reg_ip: ip,
      created_at: now,
    });
    if (id === undefined) throw taken(logintype);
    if (
      verdict.invitation !== null &&
      !(await spendInvitation(tx.db, verdict.invitation, { userId: id, now }))
    )
      throw new Refusal(codes.invalidInvitation);
    if (verdict.parentId !== null) await countInvited(tx.db, verdict.parentId);
    await grantWelcome(deps, tx, id, now);
    await deps.audit.write(tx, {
      event: "register",
      outcome: "ok",
      userId: id,
      ip,
      requestId: registration.requestId,
      now,
    });
  });
}

/** What must hold before a hash is spent on it. Its refusals are answers, not thrown: the counts it made must stay. */
async function clear(
  deps: SessionDeps,
  tx: Transaction,
  account: string,
  registration: Registration,
): Promise<Cleared | Refusal> {
  const { settings, throttle } = deps;
  const { now, code, inviteCode } = registration;
  const address = addressGroup(registration.ip);
  const triesWait = await throttle.countRegistrationTry(tx, address, now);
  if (triesWait > 0) return new TooMany(triesWait);
  const invite = inviteCode.toUpperCase();
  const isInvited = invite !== "" && (await isOpenInvitation(tx.db, invite, now));
  const parentId = invite === "" || isInvited ? undefined : await findUserIdByInvite(tx.db, invite);
  if (!isInvited && parentId === undefined && (invite !== "" || settings.reg.inviteRequired))
    return new Refusal(codes.invalidInvitation);
  const codeId =
    code === "" ? undefined : await deps.codes.check(tx, account, { scene: "reg", code, now });
  if (codeId === undefined && (code !== "" || settings.reg.codeRequired))
    return new Refusal(codes.wrongCode);
  if (await findUserByAccount(tx.db, account)) return taken(registration.logintype);
  const cleared = {
    parentId: parentId ?? null,
    invitation: isInvited ? invite : null,
    codeId: codeId ?? null,
  };
  // Each invitation opens one account, so their number is the limit.
  if (isInvited) return cleared;
  const waitSec = await throttle.countRegistration(tx, address, now);
  return waitSec > 0 ? new TooMany(waitSec) : cleared;
}

function taken(logintype: LoginType): Refusal {
  return new Refusal(logintype === "email" ? codes.emailTaken : codes.phoneTaken);
}

async function grantWelcome(
  deps: SessionDeps,
  tx: Transaction,
  userId: number,
  now: number,
): Promise<void> {
  const legs = Object.entries(deps.settings.welcome).flatMap(([currency, text]) => {
    // A live market that has not been reached yet: its currencies are not known, and funds are never guessed.
    if (!deps.currencies.has(currency)) throw new Refusal(codes.busy);
    const amount = parseAmount(text, deps.currencies.scaleOf(currency)) ?? 0n;
    if (amount === 0n) return [];
    return [
      { owner: "venue", kind: "bonus", currency, amount: -amount } as const,
      { owner: userOwner(userId), kind: "available", currency, amount } as const,
    ];
  });
  if (legs.length === 0) return;
  await post(tx, {
    idemKey: `welcome:${userId}`,
    type: billTypes.systemRecharge,
    subType: "welcome",
    refType: "user",
    refId: String(userId),
    legs,
    now,
  });
}

async function freshInviteCode(deps: SessionDeps, tx: Transaction): Promise<string> {
  for (;;) {
    const code = makeInvitationCode(deps.random, codeLengths.user);
    if ((await findUserIdByInvite(tx.db, code)) === undefined) return code;
  }
}
