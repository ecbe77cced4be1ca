import * as codes from "#protocol/wire/error-codes.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { passkeyEndpoints } from "#protocol/api/passkeys.ts";
import { securityEndpoints } from "#protocol/api/security.ts";
import { call } from "../../../api/call.ts";
import { settingKind } from "../../../writes/plain-kind.ts";

/** Said beside the fields they are about, so no toast says them again. */
const saidInForm = [codes.wrongCredentials, codes.tooManyAttempts, codes.wrongCode] as const;
const invalidated = [
  passkeyEndpoints.passkeys,
  securityEndpoints.totp,
  securityEndpoints.security,
] as const;

const passkeysNow = () => call(passkeyEndpoints.passkeys, {}, { quiet: true });

export interface PasskeyIntent<Request> {
  /** The passkey's id. */
  id: string;
  take: () => Request;
}

/** Giving the venue a passkey that the browser has made. */
export const addingPasskey = settingKind<
  PasskeyIntent<RequestOf<typeof passkeyEndpoints.addPasskey>>,
  true
>({
  name: "add-passkey",
  async send({ intent: { take } }) {
    await call(passkeyEndpoints.addPasskey, take(), { handles: saidInForm });
    return true;
  },
  find: async ({ intent }) =>
    (await passkeysNow()).some(({ id }) => id === intent.id) ? true : undefined,
  invalidates: invalidated,
});

/** Removing one. */
export const removingPasskey = settingKind<
  PasskeyIntent<RequestOf<typeof passkeyEndpoints.removePasskey>>,
  true
>({
  name: "remove-passkey",
  async send({ intent: { take } }) {
    await call(passkeyEndpoints.removePasskey, take(), { handles: saidInForm });
    return true;
  },
  find: async ({ intent }) =>
    (await passkeysNow()).some(({ id }) => id === intent.id) ? undefined : true,
  invalidates: invalidated,
});
