import * as codes from "#protocol/wire/error-codes.ts";
import { factorWanted, passkeyWanted } from "#protocol/wire/second-factor.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Db } from "../../store/schema.ts";
import type { Transaction } from "../../store/store.ts";
import { passkeyAnswerIn, provePasskey, spendPasskey } from "../passkeys/passkey-proof.ts";
import { passkeysOf } from "../passkeys/passkey-rows.ts";
import { factorSubject, spendSecondFactor } from "../second-factor/second-factor.ts";
import { findSecondFactor } from "../second-factor/second-factor-rows.ts";
import { tooManyTries } from "../throttle/login-throttle.ts";
import { type Asking, auditOf } from "./check-password.ts";
import type { SessionDeps } from "./session-deps.ts";

/**
 * Does what moves money, or could lead to it: where the account has a second factor, with a code of it or with one of
 * its passkeys alone. What was given is spent in the same command as the act, so that an act that throws leaves it
 * good; wrong ones stay counted.
 * @param given as it came, a code or `passkeyFactor` with a passkey's answer; empty where nothing did
 * @throws Refusal wrongCode with `factor` where it is missing or wrong, tooManyAttempts with the seconds to wait after
 *   too many wrong ones, and what `act` throws
 */
export async function commandWithFactor<Result>(
  deps: Pick<SessionDeps, "store" | "serverKey" | "settings" | "throttle" | "audit">,
  asking: Asking,
  given: string,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { userId, now } = asking;
  const subject = factorSubject(userId);
  const factors = await deps.store.read((db) => factorsOf(db, userId));
  const isOn = factors.code || factors.passkey;
  const refused = new Refusal(codes.wrongCode, factors.code ? factorWanted : passkeyWanted);
  if (isOn && given === "") throw refused;
  if (isOn) {
    const hold = await deps.store.command((tx) => deps.throttle.countAccount(tx, subject, now));
    if (hold.waitSec > 0) throw tooManyTries(hold);
  }
  const answer = passkeyAnswerIn(given);
  const proof = answer && (await provePasskey(deps, answer, `confirm ${userId}`, now));
  try {
    return await asking.command(async (tx) => {
      const isGood =
        proof?.userId === userId
          ? await spendPasskey(tx, proof, now)
          : await isGoodCode(tx, { userId, given, serverKey: deps.serverKey, now });
      if (!isGood) throw refused;
      if (isOn) await deps.throttle.forgiveAccount(tx, subject);
      return act(tx);
    });
  } catch (error) {
    if (error === refused) deps.audit.later(auditOf(asking, codes.wrongCode));
    else if (isOn) await deps.store.command((tx) => deps.throttle.uncountAccount(tx, subject, now));
    throw error;
  }
}

/** A factor that was turned on since it was looked for counts as well. */
async function isGoodCode(
  tx: Transaction,
  code: Parameters<typeof spendSecondFactor>[1],
): Promise<boolean> {
  const verdict = await spendSecondFactor(tx, code);
  if (verdict === "none") return (await passkeysOf(tx.db, code.userId)).length === 0;
  return verdict === "code" || verdict === "recovery";
}

async function factorsOf(db: Db, userId: number): Promise<{ code: boolean; passkey: boolean }> {
  const factor = await findSecondFactor(db, userId);
  return {
    code: factor !== undefined && factor.enabled_at !== null,
    passkey: (await passkeysOf(db, userId)).length > 0,
  };
}
