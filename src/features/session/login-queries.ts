import type { QueryClient } from "@tanstack/react-query";
import * as codes from "#protocol/wire/error-codes.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { passkeyLoginEndpoints } from "#protocol/api/passkeys.ts";
import { platformEndpoints } from "#protocol/api/platform.ts";
import { deviceSignatureVersion } from "#protocol/wire/device-signature.ts";
import { errorMessages } from "#protocol/wire/error-messages.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { ApiError } from "../../api/api-error.ts";
import { call, tellRefusal } from "../../api/call.ts";
import { makeDeviceKey, removeDeviceKey } from "../../api/device-key.ts";
import { send, unrepeated } from "../../api/query.ts";
import { platformBaseQuery } from "../platform/queries.ts";
import type { OpenedLogin } from "./session-flow.ts";

type LoginEndpoint = typeof sessionEndpoints.login | typeof passkeyLoginEndpoints.passkeyLogin;

const lookAfterMs = 1000;
const taken = [codes.phoneTaken, codes.accountTaken, codes.emailTaken] as const;
const allCodes = Object.keys(errorMessages).map(Number);

// The specification tells every refusal by a toast; the forms mark their fields beside it. That a second
// factor is wanted is none: the form asks for it in place.
export const loginMutation = () =>
  unrepeated(sessionEndpoints.login, (request, client) =>
    logIn(client, sessionEndpoints.login, request, [codes.wrongCode]),
  );
export const passkeyLoginMutation = () =>
  unrepeated(passkeyLoginEndpoints.passkeyLogin, (request, client) =>
    logIn(client, passkeyLoginEndpoints.passkeyLogin, request, [codes.wrongCredentials]),
  );
export const registerMutation = () => unrepeated(sessionEndpoints.reg, register);
export const sendCodeMutation = () => send(sessionEndpoints.sendCode);
export const forgotMutation = () => send(sessionEndpoints.forgot);

/** Logs in with a new key of this device where the venue takes one; else as the specification says. */
async function logIn<E extends LoginEndpoint>(
  client: QueryClient,
  endpoint: E,
  request: RequestOf<E>,
  handles: readonly number[],
): Promise<OpenedLogin> {
  const device = (await takesDeviceKeys(client)) ? await makeDeviceKey() : undefined;
  if (!device) return call(endpoint, request, { handles });
  const { name, publicKey } = device;
  try {
    const login = await call(endpoint, { ...request, device_key: publicKey }, { handles });
    return { ...login, deviceKey: name };
  } catch (error) {
    void removeDeviceKey(name);
    throw error;
  }
}

async function takesDeviceKeys(client: QueryClient): Promise<boolean> {
  const base =
    client.getQueryData(platformBaseQuery().queryKey) ??
    (await call(platformEndpoints.platBase, {}, { quiet: true }).catch(() => undefined));
  return base?.platformbase.sig.includes(deviceSignatureVersion) === true;
}

/**
 * Opens an account. Where the answer is lost, or the browser repeated the message by itself and the account existed
 * already, its password opens a session, which is the answer.
 * @throws ApiError of the registration, where it does not
 */
async function register(
  request: RequestOf<typeof sessionEndpoints.reg>,
  client: QueryClient,
): Promise<OpenedLogin | null> {
  try {
    await call(sessionEndpoints.reg, request, { handles: taken });
    return null;
  } catch (error) {
    const isTaken = error instanceof ApiError && taken.some((code) => code === error.status);
    if (!isTaken && !(error instanceof ApiError && error.isTransport)) throw error;
    // The message may still be on its way.
    if (!isTaken) await new Promise((done) => setTimeout(done, lookAfterMs));
    const { account, logintype, password } = request;
    const opened = await logIn(
      client,
      sessionEndpoints.login,
      { account, logintype, loginway: "password", verifykey: password },
      allCodes,
    ).catch(() => undefined);
    if (opened) return opened;
    if (isTaken) tellRefusal(error);
    throw error;
  }
}
