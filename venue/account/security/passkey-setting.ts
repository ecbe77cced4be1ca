import * as codes from "#protocol/wire/error-codes.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { mostPasskeys, type passkeyEndpoints } from "#protocol/api/passkeys.ts";
import type { Call } from "../../deps/handler.ts";
import { askingOf, auditOf, checkLoginPassword } from "../../session/access/check-password.ts";
import { commandWithFactor } from "../../session/access/command-with-factor.ts";
import type { SessionDeps } from "../../session/access/session-deps.ts";
import { isOwnChallenge, makeChallenge } from "../../session/passkeys/passkey-challenge.ts";
import {
  deletePasskey,
  insertPasskey,
  passkeysOf,
  spendChallenge,
} from "../../session/passkeys/passkey-rows.ts";
import { originIn, userHandle } from "../../session/passkeys/relying-party.ts";
import { passkeyHost } from "../../settings/settings.ts";
import { deletePendingFactor } from "../../session/second-factor/second-factor-rows.ts";
import { holdMoneyOut } from "../../session/password/password-rows.ts";
import { findUser, lockUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";

type Rows = typeof passkeyEndpoints;

/** EdDSA, ES256 and RS256, as the authenticators of today have them (COSE). */
const algorithms = [-8, -7, -257];

export async function readPasskeys(
  { store }: Pick<SessionDeps, "store">,
  { user }: Call<Rows["passkeys"]>,
): Promise<DataOf<Rows["passkeys"]>> {
  const rows = await store.read((db) => passkeysOf(db, Number(user.id)));
  return rows.map(({ credential_id, name, created_at, used_at }) => ({
    id: credential_id,
    name,
    create_time: created_at,
    used_time: used_at,
  }));
}

/** What the browser is to be asked: to make a passkey, or to confirm with one of the account's. */
export async function passkeyOptions(
  { store, settings, serverKey, random }: SessionDeps,
  { user, request, now }: Call<Rows["passkeyOptions"]>,
): Promise<DataOf<Rows["passkeyOptions"]>> {
  const { generateAuthenticationOptions, generateRegistrationOptions } =
    await import("@simplewebauthn/server");
  const userId = Number(user.id);
  const known = await store.read((db) => passkeysOf(db, userId));
  const credentials = known.map(({ credential_id }) => ({ id: credential_id }));
  const purpose = `${request.for} ${userId}` as const;
  const challenge = new Uint8Array(makeChallenge(serverKey, random, purpose, now));
  const host = passkeyHost(settings);
  if (request.for === "confirm")
    return {
      options: {
        ...(await generateAuthenticationOptions({
          rpID: host,
          challenge,
          allowCredentials: credentials,
          userVerification: "required",
        })),
      },
    };
  const account = (await store.read((db) => findUser(db, userId)))?.account ?? "";
  return {
    options: {
      ...(await generateRegistrationOptions({
        rpName: settings.name,
        rpID: host,
        userName: account,
        userID: userHandle(serverKey, userId),
        challenge,
        attestationType: "none",
        excludeCredentials: credentials,
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
        supportedAlgorithmIDs: algorithms,
      })),
    },
  };
}

/**
 * Takes a passkey of the account's owner.
 * @throws Refusal wrongCredentials, tooManyAttempts, wrongCode with `factor` where a second factor is missing or
 *   wrong, and with `reason` expired for an answer that is none to a challenge of the last five minutes
 */
export async function addPasskey(
  deps: SessionDeps,
  call: Call<Rows["addPasskey"]>,
): Promise<DataOf<Rows["addPasskey"]>> {
  const {
    request: { password, totp, name },
    ip,
    now,
  } = call;
  const asking = askingOf(call, "passkey-added");
  const { userId } = asking;
  await checkLoginPassword(deps, asking, { password, wrong: new Refusal(codes.wrongCredentials) });
  const made = await checkMade(deps, call);
  return commandWithFactor(deps, asking, totp, async (tx) => {
    await lockUser(tx.db, userId);
    if ((await passkeysOf(tx.db, userId)).length >= mostPasskeys)
      throw new Refusal(codes.notPermitted, { most: mostPasskeys });
    const isNew =
      (await spendChallenge(tx.db, made.challenge, now)) &&
      (await insertPasskey(tx.db, {
        credential_id: made.id,
        user_id: userId,
        public_key: made.publicKey,
        counter: made.counter,
        name,
        created_at: now,
        used_at: null,
      }));
    if (!isNew) throw new Refusal(codes.wrongCode, { reason: "expired" });
    // An authenticator whose set-up began without a passkey's confirmation does not come on beside it.
    await deletePendingFactor(tx.db, userId);
    await deps.addNotice(tx, {
      userId,
      kind: "second_factor",
      facts: { event: "passkey_added", name, ip },
      now,
    });
    await deps.audit.write(tx, auditOf(asking));
    return { id: made.id };
  });
}

async function checkMade(
  { serverKey, settings }: SessionDeps,
  { request: { made }, user, now }: Call<Rows["addPasskey"]>,
): Promise<{ id: string; publicKey: string; counter: number; challenge: string }> {
  const refused = new Refusal(codes.wrongCode, { reason: "expired" });
  const origin = originIn(made.response.clientDataJSON, settings);
  if (origin === undefined) throw refused;
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  let challenge = "";
  const { registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...made,
      response: { ...made.response, transports: [] },
      clientExtensionResults: {},
    },
    expectedChallenge: (given) => {
      challenge = given;
      return isOwnChallenge(serverKey, given, `add ${Number(user.id)}`, now);
    },
    expectedOrigin: origin,
    expectedRPID: passkeyHost(settings),
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
    // The library throws for whatever is not as it should be.
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw refused;
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter, challenge };
}

/**
 * Removes a passkey; money-out is held, since the account is guarded by less then.
 * @throws Refusal wrongCredentials, tooManyAttempts, wrongCode with `factor`, noSuchOrder
 */
export async function removePasskey(
  deps: SessionDeps,
  call: Call<Rows["removePasskey"]>,
): Promise<DataOf<Rows["removePasskey"]>> {
  const {
    request: { password, totp, id },
    ip,
    now,
  } = call;
  const asking = askingOf(call, "passkey-removed");
  const { userId } = asking;
  await checkLoginPassword(deps, asking, { password, wrong: new Refusal(codes.wrongCredentials) });
  return commandWithFactor(deps, asking, totp, async (tx) => {
    await lockUser(tx.db, userId);
    const removed = (await passkeysOf(tx.db, userId)).find((one) => one.credential_id === id);
    if (!removed || !(await deletePasskey(tx.db, userId, id))) throw new Refusal(codes.noSuchOrder);
    const until = now + deps.settings.limits.moneyOutHoldSec * 1000;
    await holdMoneyOut(tx.db, userId, until);
    await deps.addNotice(tx, {
      userId,
      kind: "second_factor",
      facts: { event: "passkey_removed", name: removed.name, until, ip },
      now,
    });
    await deps.audit.write(tx, auditOf(asking));
    return {};
  });
}
