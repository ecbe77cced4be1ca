import { accountEndpoints } from "#protocol/account.ts";
import type { DataOf, RequestOf } from "#protocol/endpoint.ts";
import { errorMessages } from "#protocol/error-codes.ts";
import { sessionEndpoints } from "#protocol/session.ts";
import { ApiError } from "../../api/api-error.ts";
import { call, tellRefusal } from "../../api/call.ts";
import { read, send, unrepeated } from "../../api/query.ts";

const lookAfterMs = 1000;
const taken = [300002, 300023, 300024] as const;
const allCodes = Object.keys(errorMessages).map(Number);

export const userInfoQuery = () => read(accountEndpoints.userInfo, {}, { quiet: true });

// The specification tells every refusal by a toast; the forms mark their fields beside it. That a second
// factor is wanted is none: the form asks for it in place.
export const loginMutation = () => send(sessionEndpoints.login, { handles: [300005] });
export const registerMutation = () => unrepeated(sessionEndpoints.reg, register);
export const sendCodeMutation = () => send(sessionEndpoints.sendCode);
export const forgotMutation = () => send(sessionEndpoints.forgot);

/**
 * Opens an account. Where the answer is lost, or the browser sent the message once more by itself and the account was
 * there by then, its password opens a session, which is the answer.
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
