import { accountEndpoints } from "#protocol/account.ts";
import { sessionEndpoints } from "#protocol/session.ts";
import { read, send } from "../../api/query.ts";

export const userInfoQuery = () => read(accountEndpoints.userInfo, {}, { quiet: true });

// The specification tells every refusal by a toast; the forms mark their fields beside it. That a second
// factor is wanted is none: the form asks for it in place.
export const loginMutation = () => send(sessionEndpoints.login, { handles: [300005] });
export const registerMutation = () => send(sessionEndpoints.reg);
export const sendCodeMutation = () => send(sessionEndpoints.sendCode);
export const forgotMutation = () => send(sessionEndpoints.forgot);
