import type { Transaction } from "../../store/store.ts";
import type { SessionDeps } from "../access/session-deps.ts";
import {
  endSessions,
  hasLoggedInFrom,
  insertSession,
  unendedSessions,
} from "../tokens/session-rows.ts";
import type { UserRow } from "../users/user-rows.ts";

/** Where a session is opened, and how its calls are signed. */
export interface NewSession {
  ip: string;
  now: number;
  /** What the client says it is, shortened. */
  agent: string;
  /** The public key that every call of the session is to be signed with; null for none. */
  deviceKey: string | null;
}

/**
 * Opens a session for a user who has shown who they are; the oldest ends where there are too many, and a place that is
 * new to the account is noticed to its owner. Call it after `noteLogin`, which locks the user.
 * @returns the session's id
 */
export async function openSession(
  deps: Pick<SessionDeps, "random" | "settings" | "bus" | "addNotice">,
  tx: Transaction,
  user: UserRow,
  { ip, now, agent, deviceKey }: NewSession,
): Promise<string> {
  const isNewPlace = user.last_at !== null && !(await hasLoggedInFrom(tx.db, user.id, ip));
  const id = Buffer.from(deps.random(16)).toString("hex");
  const older = await unendedSessions(tx.db, user.id);
  const beyond = older.slice(deps.settings.limits.sessionsPerUser - 1).map((session) => session.id);
  await endSessions(tx.db, beyond, now);
  tx.afterCommit(() => beyond.forEach((ended) => deps.bus.endSession(ended)));
  await insertSession(tx.db, {
    id,
    user_id: user.id,
    ip,
    agent,
    created_at: now,
    seen_at: now,
    ended_at: null,
    device_key: deviceKey,
  });
  if (isNewPlace) await deps.addNotice(tx, { userId: user.id, kind: "login", facts: { ip }, now });
  return id;
}
