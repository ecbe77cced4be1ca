import type { DataOf } from "#protocol/endpoint.ts";
import { ownFreezeMemo, type securityEndpoints } from "#protocol/security.ts";
import { accountStatus } from "#protocol/user.ts";
import type { Call } from "../http/handler.ts";
import { endUserSessions } from "../session/end-user-sessions.ts";
import { type Asking, askingOf, auditOf, checkLoginPassword } from "../session/judge-password.ts";
import { holdMoneyOut } from "../session/password-rows.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import {
  findUser,
  lockUser,
  saveStanding,
  type Standing,
  type UserRow,
} from "../session/user-rows.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";

type Rows = typeof securityEndpoints;

/**
 * The owner freezes the account: what an operator's freeze does, and the other sessions end.
 * @throws Refusal 200001 for a wrong password, 200002 after too many, 402 where it is restricted already
 */
export async function freezeOwn(
  deps: SessionDeps,
  call: Call<Rows["freeze"]>,
): Promise<DataOf<Rows["freeze"]>> {
  const {
    user: { sessionId },
    request: { password },
    command,
  } = call;
  const asking = askingOf(call, "standing-changed");
  await checkLoginPassword(deps, asking, { password, wrong: 200001 });
  return command(async (tx) => {
    const user = await lockedUser(tx, asking);
    if (user.status !== accountStatus.normal) throw new Refusal(402, { reason: user.memo });
    await change(deps, tx, asking, user, {
      ...user,
      status: accountStatus.frozen,
      frozen_by_owner: 1,
      memo: user.memo === "" ? ownFreezeMemo : user.memo,
    });
    return {
      ended: await endUserSessions(deps, tx, {
        userId: user.id,
        isMeant: (id) => id !== sessionId,
        now: asking.now,
      }),
    };
  });
}

/**
 * The owner opens what they froze, with the password and a code sent to the account; money-out is held. An
 * account that is not frozen stays as it is.
 * @throws Refusal 402 where it was not its owner who froze it, 200001, 200002, 300005 for a wrong code
 */
export async function unfreezeOwn(
  deps: SessionDeps,
  call: Call<Rows["unfreeze"]>,
): Promise<DataOf<Rows["unfreeze"]>> {
  const {
    request: { password, code },
    command,
  } = call;
  const asking = askingOf(call, "standing-changed");
  if (!mayOpen(await checkLoginPassword(deps, asking, { password, wrong: 200001 }))) return {};
  const isOpen = await command(async (tx) => {
    const { now } = asking;
    const { account } = await ownUser(tx, asking);
    const codeId = await deps.codes.check(tx, account, { scene: "bind", code, now });
    // An answer, not thrown: the try at the code must stay counted.
    if (codeId === undefined || !(await deps.codes.use(tx, codeId, now))) return false;
    const user = await lockedUser(tx, asking);
    if (!mayOpen(user)) return true;
    const isRestricted = user.trade_status !== 1 || user.wstatus !== 1;
    await holdMoneyOut(tx.db, user.id, now + deps.settings.limits.moneyOutHoldSec * 1000);
    await change(deps, tx, asking, user, {
      ...user,
      status: accountStatus.normal,
      frozen_by_owner: 0,
      memo: isRestricted && user.memo !== ownFreezeMemo ? user.memo : "",
    });
    return true;
  });
  if (isOpen) return {};
  deps.audit.later(auditOf(asking, 300005));
  throw new Refusal(300005);
}

/** False for an account that is open. @throws Refusal 402 for one that others closed */
function mayOpen({ status, frozen_by_owner, memo }: Standing): boolean {
  if (status === accountStatus.normal) return false;
  if (frozen_by_owner !== 1) throw new Refusal(402, { reason: memo });
  return true;
}

async function change(
  deps: SessionDeps,
  tx: Transaction,
  asking: Asking,
  before: UserRow,
  after: Standing,
): Promise<void> {
  const { userId, now, ip } = asking;
  await saveStanding(tx.db, userId, after);
  await deps.audit.write(tx, {
    ...auditOf(asking),
    facts: {
      by: "owner",
      before: [before.status, before.trade_status, before.wstatus],
      after: [after.status, after.trade_status, after.wstatus],
    },
  });
  await deps.addNotice(tx, {
    userId,
    kind: "account_status",
    facts: { status: after.status, by: "owner", ip },
    now,
  });
}

async function lockedUser(tx: Transaction, asking: Asking): Promise<UserRow> {
  await lockUser(tx.db, asking.userId);
  return ownUser(tx, asking);
}

async function ownUser({ db }: Transaction, { userId }: Asking): Promise<UserRow> {
  const user = await findUser(db, userId);
  if (!user) throw new Error("a session without its user");
  return user;
}
