import type { DataOf } from "#protocol/endpoint.ts";
import type { securityEndpoints } from "#protocol/security.ts";
import type { Call } from "../http/handler.ts";
import { endUserSessions } from "../session/end-user-sessions.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { unendedSessions } from "../session/session-rows.ts";
import { sessionRef } from "../session/session-token.ts";
import { Refusal } from "../store/refusal.ts";

type Rows = typeof securityEndpoints;

/** Every session but the one that asks. */
const allOthers = "others";

/** Where the account is logged in, newest first. A session is named by what tells it apart, never by its id. */
export async function readSessions(
  { store, settings }: SessionDeps,
  { user, now }: Call<Rows["sessions"]>,
): Promise<DataOf<Rows["sessions"]>> {
  const { sessionIdleSec, sessionLifeSec } = settings.limits;
  const rows = await store.read((db) => unendedSessions(db, Number(user.id)));
  return rows
    .filter(
      ({ seen_at, created_at }) =>
        now - seen_at < sessionIdleSec * 1000 && now - created_at < sessionLifeSec * 1000,
    )
    .map(({ id, ip, agent, created_at, seen_at }) => ({
      id: sessionRef(id),
      ip,
      agent,
      create_time: created_at,
      // Not every call is written down; the one that asks is here now.
      seen_time: id === user.sessionId ? now : seen_at,
      current: id === user.sessionId ? 1 : 0,
      signature: "v1",
    }));
}

/** @throws Refusal 300014 where the account has no such session */
export async function revokeSession(
  deps: SessionDeps,
  { user, request: { id }, ip, now, requestId, command }: Call<Rows["revokeSession"]>,
): Promise<DataOf<Rows["revokeSession"]>> {
  const userId = Number(user.id);
  return command(async (tx) => {
    const isMeant = (sessionId: string) =>
      id === allOthers ? sessionId !== user.sessionId : sessionRef(sessionId) === id;
    const ended = await endUserSessions(deps, tx, { userId, isMeant, now });
    if (id !== allOthers && ended === 0) throw new Refusal(300014);
    await deps.audit.write(tx, {
      event: "sessions-ended",
      outcome: "ok",
      userId,
      sessionId: user.sessionId,
      ip,
      requestId,
      now,
      facts: { which: id, ended },
    });
    if (ended > 0)
      await deps.addNotice(tx, { userId, kind: "sessions_ended", facts: { ended, ip }, now });
    return { ended };
  });
}
