import * as codes from "#protocol/wire/error-codes.ts";
import { accountEndpoints } from "#protocol/api/account.ts";
import type { DataOf, RequestOf } from "#protocol/api/endpoint.ts";
import { errorMessages } from "#protocol/wire/error-messages.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { ApiError } from "../../api/api-error.ts";
import { call, tellRefusal } from "../../api/call.ts";
import { read, send, unrepeated } from "../../api/query.ts";

const lookAfterMs = 1000;
const taken = [codes.phoneTaken, codes.accountTaken, codes.emailTaken] as const;
const allCodes = Object.keys(errorMessages).map(Number);

export const userInfoQuery = () => read(accountEndpoints.userInfo, {}, { quiet: true });

// The specification tells every refusal by a toast; the forms mark their fields beside it. That a second
// factor is wanted is none: the form asks for it in place.
export const loginMutation = () => send(sessionEndpoints.login, { handles: [codes.wrongCode] });
export const registerMutation = () => unrepeated(sessionEndpoints.reg, register);
export const sendCodeMutation = () => send(sessionEndpoints.sendCode);
export const forgotMutation = () => send(sessionEndpoints.forgot);

/**
 * Opens an account. Where the answer is lost, or the browser repeated the message by itself and the account existed
 * already, its password opens a session, which is the answer.
 * @throws ApiError of the registration, where it does not
 */
async function register(
  request: RequestOf<typeof sessionEndpoints.reg>,
): Promise<DataOf<typeof sessionEndpoints.login> | null> {
  try {
    await call(sessionEndpoints.reg, request, { handles: taken });
    return null;
  } catch (error) {
    const isTaken = error instanceof ApiError && taken.some((code) => code === error.status);
    if (!isTaken && !(error instanceof ApiError && error.isTransport)) throw error;
    // The message may still be on its way.
    if (!isTaken) await new Promise((done) => setTimeout(done, lookAfterMs));
    const { account, logintype, password } = request;
    const opened = await call(
      sessionEndpoints.login,
      { account, logintype, loginway: "password", verifykey: password },
      { handles: allCodes },
    ).catch(() => undefined);
    if (opened) return opened;
    if (isTaken) tellRefusal(error);
    throw error;
  }
}
