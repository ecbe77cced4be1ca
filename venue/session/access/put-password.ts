import type { Transaction } from "../../store/store.ts";
import { holdMoneyOut, replaceHash } from "../password/password-rows.ts";
import { loginSubject, passwordSubject } from "../throttle/login-throttle.ts";
import {
  endSessions,
  liveSessionIds,
  loginAddresses,
  unendedSessions,
} from "../tokens/session-rows.ts";
import type { UserRow } from "../users/user-rows.ts";
import type { SessionDeps } from "./session-deps.ts";

interface NewPassword {
  /** As it was when the old password or the code was checked. */
  user: UserRow;
  hash: string;
  /** The session that stays open; without it all end. */
  keep?: string;
  ip: string;
  /** Unix ms. */
  now: number;
}

/**
 * Sets a new login password: sessions end, the counts of wrong tries are reset, withdrawals are
 * blocked for a while, and the user gets a notice. The counts are locked before the user, as at a
 * login.
 * @returns how many live sessions ended; undefined, with nothing changed, where the password was
 *   changed in between
 */
export async function putPassword(
  deps: SessionDeps,
  tx: Transaction,
  { user, hash, keep, ip, now }: NewPassword,
): Promise<number | undefined> {
  for (const place of [undefined, ...(await loginAddresses(tx.db, user.id))])
    await deps.throttle.forgiveAccount(tx, loginSubject(user.account, place));
  await deps.throttle.forgiveAccount(tx, passwordSubject(user.id));
  if (!(await replaceHash(tx.db, user, { password_hash: hash }))) return undefined;
  const { moneyOutHoldSec } = deps.settings.limits;
  await holdMoneyOut(tx.db, user.id, now + moneyOutHoldSec * 1000);
  await deps.addNotice(tx, {
    userId: user.id,
    kind: "password",
    facts: { ip, until: now + moneyOutHoldSec * 1000 },
    now,
  });
  return endUserSessions(deps, tx, { userId: user.id, isMeant: (id) => id !== keep, now });
}

/**
 * Ends those of a user's sessions that `isMeant` picks, with their streams; answers how many were
 * alive.
 */
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
