import * as codes from "#protocol/wire/error-codes.ts";
import { factorWanted } from "#protocol/wire/second-factor.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { factorSubject, spendSecondFactor } from "../second-factor/second-factor.ts";
import { findSecondFactor } from "../second-factor/second-factor-rows.ts";
import { tooManyTries } from "../throttle/login-throttle.ts";
import { type Asking, auditOf } from "./check-password.ts";
import type { SessionDeps } from "./session-deps.ts";

/**
 * Does what moves money, or could lead to it: where the account has a second factor, with a code of it alone. The code
 * is spent in the same command as the act, so that an act that throws leaves it good; wrong codes stay counted.
 * @param given as it came; empty where none did
 * @throws Refusal wrongCode with `factor` totp where a code is missing or wrong, tooManyAttempts with the seconds to
 *   wait after too many wrong ones, and what `act` throws
 */
export async function commandWithFactor<Result>(
  deps: Pick<SessionDeps, "store" | "serverKey" | "throttle" | "audit">,
  asking: Asking,
  given: string,
  act: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  const { userId, now } = asking;
  const subject = factorSubject(userId);
  const factor = await deps.store.read((db) => findSecondFactor(db, userId));
  const isOn = factor !== undefined && factor.enabled_at !== null;
  const refused = new Refusal(codes.wrongCode, factorWanted);
  if (isOn && given === "") throw refused;
  if (isOn) {
    const hold = await deps.store.command((tx) => deps.throttle.countAccount(tx, subject, now));
    if (hold.waitSec > 0) throw tooManyTries(hold);
  }
  try {
    return await asking.command(async (tx) => {
      const { serverKey } = deps;
      const verdict = await spendSecondFactor(tx, { userId, given, serverKey, now });
      // Turned on since it was looked for, it counts as well.
      if (verdict === "missing" || verdict === "wrong") throw refused;
      if (isOn) await deps.throttle.forgiveAccount(tx, subject);
      return act(tx);
    });
  } catch (error) {
    if (error === refused) deps.audit.later(auditOf(asking, codes.wrongCode));
    else if (isOn) await deps.store.command((tx) => deps.throttle.uncountAccount(tx, subject, now));
    throw error;
  }
}
