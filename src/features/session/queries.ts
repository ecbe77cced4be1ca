import { accountEndpoints } from "#protocol/account.ts";
import { sessionEndpoints } from "#protocol/session.ts";
import { read, send } from "../../api/query.ts";

export const userInfoQuery = () => read(accountEndpoints.userInfo, {}, { quiet: true });

/** Codes that the form shows beside its fields. */
const formCodes = [200001, 200002, 200004, 200007, 300001, 300002, 300003, 300004, 300005, 300023, 300024] as const;

export const loginMutation = () => send(sessionEndpoints.login, { handles: formCodes });
export const registerMutation = () => send(sessionEndpoints.reg, { handles: [...formCodes, 100005] });
export const sendCodeMutation = () => send(sessionEndpoints.sendCode, { handles: formCodes });
