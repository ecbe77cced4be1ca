import type { Transaction } from "../store/store.ts";
import { endUserSessions } from "./end-user-sessions.ts";
import { loginSubject, passwordSubject } from "./login-throttle.ts";
import { holdMoneyOut, replaceHash } from "./password-rows.ts";
import type { SessionDeps } from "./session-deps.ts";
import { loginAddresses } from "./session-rows.ts";
import type { UserRow } from "./user-rows.ts";

export interface NewPassword {
  /** As they were when old password or code were judged. */
  user: UserRow;
  hash: string;
  /** The session that stays; all end without it. */
  keep?: string;
  ip: string;
  /** Unix ms. */
  now: number;
}

/**
 * Sets a new login password: sessions end, guesses at the old one are forgotten, money-out is held, and the
 * user is told. How many living sessions ended; `undefined`, with nothing done, where another
 * password stands there by now. Counts are locked before the user, as at a login.
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
