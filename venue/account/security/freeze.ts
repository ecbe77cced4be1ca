import * as codes from "#protocol/wire/error-codes.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { ownFreezeMemo, type securityEndpoints } from "#protocol/api/security.ts";
import { accountStatus } from "#protocol/api/user.ts";
import type { Call } from "../../deps/handler.ts";
import { endUserSessions } from "../../session/access/put-password.ts";
import {
  type Asking,
  askingOf,
  auditOf,
  checkLoginPassword,
} from "../../session/access/check-password.ts";
import { holdMoneyOut } from "../../session/password/password-rows.ts";
import type { SessionDeps } from "../../session/access/session-deps.ts";
import {
  findUser,
  lockUser,
  saveAccountStatus,
  type AccountStatus,
  type UserRow,
} from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";

type Rows = typeof securityEndpoints;

/**
 * The owner freezes the account: what an operator's freeze does, and the other sessions end.
 * @throws Refusal wrongCredentials for a wrong password, tooManyAttempts after too many,
 *   notPermitted where it is restricted already
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
  await checkLoginPassword(deps, asking, { password, wrong: new Refusal(codes.wrongCredentials) });
  return command(async (tx) => {
    const user = await lockedUser(tx, asking);
    if (user.status !== accountStatus.normal)
      throw new Refusal(codes.notPermitted, { reason: user.memo });
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
 * The owner unfreezes an account that they froze, with the password and a code sent to the account;
 * withdrawals stay blocked for a while. An account that is not frozen stays as it is.
 * @throws Refusal notPermitted where somebody other than the owner froze it, wrongCredentials,
 *   tooManyAttempts, wrongCode for a wrong code
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
  if (
    !mayOpen(
      await checkLoginPassword(deps, asking, {
        password,
        wrong: new Refusal(codes.wrongCredentials),
      }),
    )
  )
    return {};
  const isOpen = await command(async (tx) => {
    const { now } = asking;
    const { account } = await ownUser(tx, asking);
    const codeId = await deps.codes.check(tx, account, { scene: "bind", code, now });
    // Answered, not thrown: a rollback would take back the counted attempt at the code.
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
  deps.audit.later(auditOf(asking, codes.wrongCode));
  throw new Refusal(codes.wrongCode);
}

/** False for an account that is not frozen. @throws Refusal notPermitted where somebody else restricted it */
function mayOpen({ status, frozen_by_owner, memo }: AccountStatus): boolean {
  if (status === accountStatus.normal) return false;
  if (frozen_by_owner !== 1) throw new Refusal(codes.notPermitted, { reason: memo });
  return true;
}

async function change(
  deps: SessionDeps,
  tx: Transaction,
  asking: Asking,
  before: UserRow,
  after: AccountStatus,
): Promise<void> {
  const { userId, now, ip } = asking;
  await saveAccountStatus(tx.db, userId, after);
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
