/**
 * What the browser is asked for passkeys. It asks its owner, who may take a while, or decline: then, and for whatever
 * else the browser does not do, these reject with its own error, which is no `ApiError`.
 */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import {
  type PasskeyAnswer,
  passkeyEndpoints,
  passkeyLoginEndpoints,
  type PasskeyMade,
} from "#protocol/api/passkeys.ts";
import { passkeyFactor } from "#protocol/wire/second-factor.ts";
import { call } from "../../../api/call.ts";

/** Makes a passkey on a device of its owner; the venue does not know it yet. */
export async function makePasskey(): Promise<PasskeyMade> {
  const { options } = await call(passkeyEndpoints.passkeyOptions, { for: "add" });
  const { startRegistration } = await import("@simplewebauthn/browser");
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Any passkey of this venue, for a log-in. */
export async function choosePasskey(): Promise<PasskeyAnswer> {
  const { options } = await call(passkeyLoginEndpoints.passkeyRequest, {});
  return answerTo(options);
}

/** A passkey of the account, as what is given in the place of a code. */
export async function confirmWithPasskey(): Promise<string> {
  const { options } = await call(passkeyEndpoints.passkeyOptions, { for: "confirm" });
  return passkeyFactor + JSON.stringify(await answerTo(options));
}

async function answerTo(options: object): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: "public-key",
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
}
