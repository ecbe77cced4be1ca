import * as v from "valibot";
import { type PasskeyAnswer, passkeyAnswer } from "#protocol/api/passkeys.ts";
import { passkeyFactor } from "#protocol/wire/second-factor.ts";
import type { KeyObject } from "node:crypto";
import { passkeyHost, type Settings } from "../../settings/settings.ts";
import type { Store, Transaction } from "../../store/store.ts";
import { isOwnChallenge, type ChallengePurpose } from "./passkey-challenge.ts";
import { findPasskey, spendChallenge, markPasskeyUsed } from "./passkey-rows.ts";
import { originIn } from "./relying-party.ts";

interface Deps {
  store: Store;
  serverKey: KeyObject;
  settings: Pick<Settings, "publicUrl">;
}

/** That a person had a passkey, and showed its device who they are. */
export interface PasskeyProof {
  userId: number;
  id: string;
  challenge: string;
  counter: number;
}

/**
 * What a browser answered to `passkeyRequest` or `passkeyOptions`, judged; undefined where it proves nothing. It
 * holds once: {@link spendPasskey}, in the command of what it allows.
 */
export async function provePasskey(
  { store, serverKey, settings }: Deps,
  answer: PasskeyAnswer,
  purpose: ChallengePurpose,
  now: number,
): Promise<PasskeyProof | undefined> {
  const row = await store.read((db) => findPasskey(db, answer.id));
  const origin = originIn(answer.response.clientDataJSON, settings);
  if (!row || origin === undefined) return undefined;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { userHandle, ...response } = answer.response;
  let challenge = "";
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...response, ...(typeof userHandle === "string" && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: (given) => {
        challenge = given;
        return isOwnChallenge(serverKey, given, purpose, now);
      },
      expectedOrigin: origin,
      expectedRPID: passkeyHost(settings),
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
        counter: Number(row.counter),
      },
      requireUserVerification: true,
    });
    return verified
      ? {
          userId: row.user_id,
          id: row.credential_id,
          challenge,
          counter: authenticationInfo.newCounter,
        }
      : undefined;
  } catch {
    // The library throws for whatever is not as it should be.
    return undefined;
  }
}

/** Spends a proof; false where its challenge was used before, or the passkey is gone. */
export async function spendPasskey(
  { db }: Transaction,
  { id, userId, challenge, counter }: PasskeyProof,
  at: number,
): Promise<boolean> {
  return (
    (await spendChallenge(db, challenge, at)) &&
    (await markPasskeyUsed(db, { id, userId, counter, at }))
  );
}

/** The answer of a passkey that was given in the place of a code; undefined where it is none. */
export function passkeyAnswerIn(given: string): PasskeyAnswer | undefined {
  if (!given.startsWith(passkeyFactor)) return undefined;
  try {
    const parsed = v.safeParse(passkeyAnswer, JSON.parse(given.slice(passkeyFactor.length)));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
