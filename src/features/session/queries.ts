import { contract } from "#protocol/contract.ts";
import { read, send } from "../../api/query.ts";

const { account, session } = contract;

export const userInfoQuery = () => read(account.userInfo, {}, { quiet: true });

/** Codes that the form shows beside its fields. */
const formCodes = [200001, 200002, 200004, 200007, 300001, 300002, 300003, 300004, 300005, 300023, 300024] as const;

export const loginMutation = () => send(session.login, { handles: formCodes });
export const registerMutation = () => send(session.reg, { handles: [...formCodes, 100005] });
export const sendCodeMutation = () => send(session.sendCode, { handles: formCodes });
export const logoutMutation = () => send(session.logout);
