import * as codes from "#protocol/wire/error-codes.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import type { securityEndpoints } from "#protocol/api/security.ts";
import type { Call } from "../../deps/handler.ts";
import {
  type Asking,
  askingOf,
  auditOf,
  checkLoginPassword,
} from "../../session/access/check-password.ts";
import { commandWithFactor } from "../../session/access/command-with-factor.ts";
import { tooManyTries } from "../../session/throttle/login-throttle.ts";
import { holdMoneyOut } from "../../session/password/password-rows.ts";
import {
  factorOwner,
  factorSubject,
  makeRecoveryCode,
  recoveryHash,
  spendSecondFactor,
} from "../../session/second-factor/second-factor.ts";
import { openSecret, sealSecret } from "../../session/second-factor/sealed-secret.ts";
import {
  deleteFactor,
  enableFactor,
  findSecondFactor,
  insertRecoveryCodes,
  putPendingFactor,
} from "../../session/second-factor/second-factor-rows.ts";
import { deletePasskeys } from "../../session/passkeys/passkey-rows.ts";
import type { SessionDeps } from "../../session/access/session-deps.ts";
import {
  base32Of,
  totpSecretBytes,
  totpUri,
  usableTotpStep,
} from "../../session/second-factor/totp.ts";
import { lockUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";

type Rows = typeof securityEndpoints;

const recoveryCodes = 10;
/** Authenticators show no more of an account's name. */
const longestLabel = 40;

/**
 * Makes the secret for an authenticator. Nothing changes before a code shows that it was taken up.
 * Who has a passkey confirms with it: a factor is not added by who has none.
 * @throws Refusal wrongCredentials, tooManyAttempts, wrongCode with `factor`, passwordAlreadySet where
 *   a second factor is on
 */
export async function setupTotp(
  deps: SessionDeps,
  call: Call<Rows["setupTotp"]>,
): Promise<DataOf<Rows["setupTotp"]>> {
  const { random, serverKey, settings } = deps;
  const {
    request: { password, totp },
    now,
  } = call;
  const asking = askingOf(call, "second-factor-begun");
  const user = await checkLoginPassword(deps, asking, {
    password,
    wrong: new Refusal(codes.wrongCredentials),
  });
  const secret = random(totpSecretBytes);
  await refuseSecond(deps.store.read((db) => findSecondFactor(db, user.id)));
  await commandWithFactor(deps, asking, totp, async (tx) => {
    await lockUser(tx.db, user.id);
    await refuseSecond(findSecondFactor(tx.db, user.id));
    await putPendingFactor(tx.db, {
      userId: user.id,
      secret: sealSecret(serverKey, secret, { owner: factorOwner(user.id), random }),
      at: now,
    });
    await deps.audit.write(tx, auditOf(asking));
  });
  const uri = totpUri({
    issuer: settings.name,
    account: user.account.slice(0, longestLabel).toWellFormed(),
    secret,
  });
  return { secret: base32Of(secret), uri, expire_time: now + settings.limits.totpSetupSec * 1000 };
}

async function refuseSecond(factor: ReturnType<typeof findSecondFactor>): Promise<void> {
  const known = await factor;
  if (known && known.enabled_at !== null) throw new Refusal(codes.passwordAlreadySet);
}

/**
 * Turns the second factor on and answers its recovery codes, of which the venue keeps hashes alone.
 * @throws Refusal wrongCode for a wrong code, with `reason` expired where there is no secret to
 *   turn on (any more); tooManyAttempts after too many wrong ones
 */
export async function enableTotp(
  deps: SessionDeps,
  call: Call<Rows["enableTotp"]>,
): Promise<DataOf<Rows["enableTotp"]>> {
  const { random, serverKey, settings } = deps;
  const {
    request: { code },
    ip,
    now,
  } = call;
  const asking = askingOf(call, "second-factor-on");
  const { userId } = asking;
  return judged(deps, asking, call.command, async (tx) => {
    await lockUser(tx.db, userId);
    const row = await findSecondFactor(tx.db, userId);
    const isGood =
      row !== undefined &&
      row.enabled_at === null &&
      now - row.created_at < settings.limits.totpSetupSec * 1000;
    if (!isGood) return new Refusal(codes.wrongCode, { reason: "expired" });
    const secret = openSecret(serverKey, row.secret, factorOwner(userId));
    const step =
      secret && usableTotpStep(secret, code.replace(/\s/g, ""), { now, lastStep: row.last_step });
    if (step === undefined) return new Refusal(codes.wrongCode);
    const recovery = Array.from({ length: recoveryCodes }, () => makeRecoveryCode(random));
    await enableFactor(tx.db, { userId, step, at: now });
    await insertRecoveryCodes(
      tx.db,
      userId,
      recovery.map((each) => recoveryHash(userId, each)),
    );
    await deps.addNotice(tx, { userId, kind: "second_factor", facts: { event: "on", ip }, now });
    return { recovery };
  });
}

/**
 * Turns the second factor off, with the password and a code of either kind; money-out is held.
 * @throws Refusal wrongCredentials, tooManyAttempts, wrongCode
 */
export async function disableTotp(
  deps: SessionDeps,
  call: Call<Rows["disableTotp"]>,
): Promise<DataOf<Rows["disableTotp"]>> {
  const {
    request: { password, code },
    ip,
    now,
  } = call;
  const asking = askingOf(call, "second-factor-off");
  const { id: userId } = await checkLoginPassword(deps, asking, {
    password,
    wrong: new Refusal(codes.wrongCredentials),
  });
  return judged(deps, asking, call.command, async (tx) => {
    await lockUser(tx.db, userId);
    const verdict = await spendSecondFactor(tx, {
      userId,
      given: code,
      serverKey: deps.serverKey,
      now,
    });
    if (verdict !== "code" && verdict !== "recovery") return new Refusal(codes.wrongCode);
    await turnOff(deps, tx, { userId, ip, now });
    return {};
  });
}

/** Takes the second factor and the passkeys from an account whose owner has none of them left, nor a recovery code; money-out is held. False where there was none. */
export async function resetTotp(
  deps: Pick<SessionDeps, "store" | "settings" | "addNotice"> & {
    audit: Pick<SessionDeps["audit"], "write">;
  },
  {
    userId,
    by,
    reason,
    now,
    ip = "",
    requestId = "",
  }: { userId: number; by: string; reason: string; now: number; ip?: string; requestId?: string },
): Promise<boolean> {
  return deps.store.command(async (tx) => {
    await lockUser(tx.db, userId);
    const hadPasskeys = (await deletePasskeys(tx.db, userId)) > 0;
    const wasOn = await turnOff(deps, tx, { userId, ip: "", now, hadPasskeys });
    if (wasOn)
      await deps.audit.write(tx, {
        event: "second-factor-reset",
        outcome: "ok",
        userId,
        ip,
        requestId,
        now,
        facts: { by, reason },
      });
    return wasOn;
  });
}

async function turnOff(
  { settings, addNotice }: Pick<SessionDeps, "settings" | "addNotice">,
  tx: Transaction,
  {
    userId,
    ip,
    now,
    hadPasskeys = false,
  }: { userId: number; ip: string; now: number; hadPasskeys?: boolean },
): Promise<boolean> {
  if (!(await deleteFactor(tx.db, userId)) && !hadPasskeys) return false;
  const until = now + settings.limits.moneyOutHoldSec * 1000;
  await holdMoneyOut(tx.db, userId, until);
  await addNotice(tx, { userId, kind: "second_factor", facts: { event: "off", until, ip }, now });
  return true;
}

/** Counts a code before it is judged; a right one is forgiven. Refusals are answers: the count must stay. */
async function judged<T>(
  deps: SessionDeps,
  asking: Asking,
  command: Asking["command"],
  judge: (tx: Transaction) => Promise<T | Refusal>,
): Promise<T> {
  const subject = factorSubject(asking.userId);
  const answer = await command(async (tx) => {
    const hold = await deps.throttle.countAccount(tx, subject, asking.now);
    if (hold.waitSec > 0) return tooManyTries(hold);
    const verdict = await judge(tx);
    if (verdict instanceof Refusal) return verdict;
    await deps.throttle.forgiveAccount(tx, subject);
    await deps.audit.write(tx, auditOf(asking));
    return verdict;
  });
  if (!(answer instanceof Refusal)) return answer;
  deps.audit.later(auditOf(asking, answer.code));
  throw answer;
}
