import { accountEndpoints } from "#protocol/api/account.ts";
import { read } from "../../api/query.ts";

export const userInfoQuery = () => read(accountEndpoints.userInfo, {}, { quiet: true });
