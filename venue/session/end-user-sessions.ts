import type { Transaction } from "../store/store.ts";
import type { SessionDeps } from "./session-deps.ts";
import { endSessions, liveSessionIds, unendedSessions } from "./session-rows.ts";

/** Ends those of a user's sessions that `isMeant` picks, with their streams. How many of them were alive. */
export async function endUserSessions(
  { settings, bus }: Pick<SessionDeps, "settings" | "bus">,
  tx: Transaction,
  {
    userId,
    isMeant,
    now,
  }: { userId: number; isMeant: (sessionId: string) => boolean; now: number },
): Promise<number> {
  const ending = (await unendedSessions(tx.db, userId)).map(({ id }) => id).filter(isMeant);
  if (ending.length === 0) return 0;
  const { sessionIdleSec, sessionLifeSec } = settings.limits;
  const live = await liveSessionIds(tx.db, ending, {
    seen: now - sessionIdleSec * 1000,
    created: now - sessionLifeSec * 1000,
  });
  await endSessions(tx.db, ending, now);
  tx.afterCommit(() => ending.forEach((id) => bus.endSession(id)));
  return live.length;
}
