import { accountEndpoints } from "#protocol/account.ts";
import type { RequestOf } from "#protocol/endpoint.ts";
import { securityEndpoints } from "#protocol/security.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { unrepeated } from "../../api/query.ts";

/** The message may still be on its way at the first look. */
const lookAfterMs = [500, 2500] as const;

/** How many other sessions ended; null where that answer was lost. */
export interface PasswordChanged {
  ended: number | null;
}

export const setPassMutation = () => unrepeated(accountEndpoints.setPass, changePassword);

/**
 * Changes the login password. Where the answer is lost it looks whether the change was made: money-out is held for
 * longer then than before.
 * @throws ApiError without a status where it was not seen to be made
 */
async function changePassword(
  request: RequestOf<typeof accountEndpoints.setPass>,
): Promise<PasswordChanged> {
  const before = await heldUntil();
  try {
    return await call(accountEndpoints.setPass, request);
  } catch (error) {
    if (before === undefined || !(error instanceof ApiError) || !error.isTransport) throw error;
    for (const ms of lookAfterMs) {
      await new Promise((done) => setTimeout(done, ms));
      const after = await heldUntil();
      if (after !== undefined && after > before) return { ended: null };
    }
    throw error;
  }
}

/** Until when nothing is paid out, Unix ms; undefined where the venue does not say. */
async function heldUntil(): Promise<number | undefined> {
  try {
    return (await call(securityEndpoints.security, {}, { quiet: true })).held_until;
  } catch {
    return undefined;
  }
}
