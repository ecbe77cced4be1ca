import { passkeyEndpoints } from "#protocol/api/passkeys.ts";
import { read } from "../../../api/query.ts";

/** The account's passkeys, newest first. */
export const passkeysQuery = () => read(passkeyEndpoints.passkeys, {}, { quiet: true });
