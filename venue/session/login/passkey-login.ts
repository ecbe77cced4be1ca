import * as codes from "#protocol/wire/error-codes.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import type { PasskeyAnswer, passkeyLoginEndpoints } from "#protocol/api/passkeys.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { Refusal } from "../../store/refusal.ts";
import type { SessionDeps } from "../access/session-deps.ts";
import { makeChallenge } from "../passkeys/passkey-challenge.ts";
import { provePasskey, spendPasskey } from "../passkeys/passkey-proof.ts";
import { passkeyHost } from "../../settings/settings.ts";
import { tokenOf } from "../tokens/session-token.ts";
import { findUser, noteLogin, type UserRow } from "../users/user-rows.ts";
import { type NewSession, openSession } from "./open-session.ts";

/** What a browser is to be asked for a log-in: any passkey of this venue. */
export async function requestPasskey(
  { settings, serverKey, random }: Pick<SessionDeps, "settings" | "serverKey" | "random">,
  now: number,
): Promise<DataOf<typeof passkeyLoginEndpoints.passkeyRequest>> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: passkeyHost(settings),
    challenge: new Uint8Array(makeChallenge(serverKey, random, "login", now)),
    userVerification: "required",
  });
  return { options: { ...options } };
}

/**
 * Opens a session for who has a passkey of the account.
 * @throws Refusal wrongCredentials alike for an unknown passkey, a wrong answer and one that was used,
 *   accountProhibited with the operator's reason
 */
export async function logInWithPasskey(
  deps: SessionDeps,
  attempt: NewSession & { answer: PasskeyAnswer; requestId: string },
): Promise<{ token: string; user: UserRow }> {
  const { answer, ip, now, requestId, agent } = attempt;
  const entry = { event: "login", ip, requestId, now, facts: { agent, by: "passkey" } } as const;
  const proof = await provePasskey(deps, answer, "login", now);
  const user = proof && (await deps.store.read((db) => findUser(db, proof.userId)));
  if (!user) {
    deps.audit.later({ ...entry, outcome: codes.wrongCredentials });
    throw new Refusal(codes.wrongCredentials);
  }
  if (user.status === accountStatus.prohibited) {
    deps.audit.later({ ...entry, userId: user.id, outcome: codes.accountProhibited });
    throw new Refusal(codes.accountProhibited, { reason: user.memo });
  }
  const verified = user.password_hash;
  return deps.store.command(async (tx) => {
    // A password that was set meanwhile ended all sessions: one is not opened beside that.
    const isStill = await noteLogin(tx.db, user.id, { ip, at: now, verified });
    if (!isStill || !(await spendPasskey(tx, proof, now)))
      throw new Refusal(codes.wrongCredentials);
    const sessionId = await openSession(deps, tx, user, attempt);
    await deps.audit.write(tx, { ...entry, userId: user.id, outcome: "ok", sessionId });
    return {
      token: tokenOf(deps.serverKey, sessionId, user.id),
      user: { ...user, last_ip: ip, last_at: now },
    };
  });
}
