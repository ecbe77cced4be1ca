import { accountEndpoints } from "#protocol/account.ts";
import { send } from "../../api/query.ts";

export const setPassMutation = () => send(accountEndpoints.setPass);
