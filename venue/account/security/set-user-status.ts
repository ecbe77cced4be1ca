import { accountStatus } from "#protocol/api/user.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { AuditLog } from "../../session/audit/audit-log.ts";
import { endSessions, unendedSessions } from "../../session/tokens/session-rows.ts";
import {
  findUser,
  lockUser,
  saveAccountStatus,
  type AccountStatus,
} from "../../session/users/user-rows.ts";
import type { Transaction } from "../../store/store.ts";
import type { NoticeFacts } from "../../deps/new-notice.ts";
import { addNotice } from "../notices/notices.ts";

export interface AccountStatusChange {
  userId: string | number;
  /** One of `accountStatus`. */
  status?: number | undefined;
  /** 1: may open orders; 0: may only close and cancel. */
  tradeStatus?: 0 | 1 | undefined;
  /** 1: may withdraw; 0: may not. */
  wstatus?: 0 | 1 | undefined;
  /** Why, in words that the user is shown. */
  reason: string;
  /** Who changes it, e.g. `cli:ada`. */
  by: string;
  /** Unix ms. */
  now: number;
  /** The address and the call it came by, where it came over the network. */
  ip?: string;
  requestId?: string;
}

export interface AccountStatusDeps extends Pick<VenueDeps, "store"> {
  audit: Pick<AuditLog, "write">;
  /** Ends the user's streams in this process; other processes end theirs at their next check, within seconds. */
  bus: Pick<VenueDeps["bus"], "endUser">;
}

/**
 * Changes what an account may do, in one command with its record in the audit log and the notice to its
 * user. It applies from the next request on. A prohibited user loses every session. A blocked user keeps
 * them, so that the app can show the reason. The reason of the last restriction is in `memo` until nothing
 * is restricted.
 * @returns the account's status afterwards, or `undefined` where there is no such user
 */
export async function setUserStatus(
  { store, audit, bus }: AccountStatusDeps,
  change: AccountStatusChange,
): Promise<AccountStatus | undefined> {
  return store.command(async (tx) => {
    const id = Number(change.userId);
    await lockUser(tx.db, id);
    const user = await findUser(tx.db, id);
    if (!user) return undefined;
    const after = statusAfter(user, change);
    await saveAccountStatus(tx.db, id, after);
    const ended =
      after.status === accountStatus.prohibited ? await endAllSessions(tx, id, change.now) : 0;
    await audit.write(tx, {
      event: "standing-changed",
      outcome: "ok",
      userId: id,
      ip: change.ip ?? "",
      requestId: change.requestId ?? "",
      now: change.now,
      facts: {
        by: change.by,
        reason: change.reason,
        sessions_ended: ended,
        before: [user.status, user.trade_status, user.wstatus],
        after: [after.status, after.trade_status, after.wstatus],
      },
    });
    await addNotice(tx, {
      userId: id,
      kind: "account_status",
      facts: noticeFacts(change),
      now: change.now,
    });
    if (isShutOut(after)) tx.afterCommit(() => bus.endUser(String(id)));
    return after;
  });
}

function statusAfter(
  before: AccountStatus,
  { status, tradeStatus, wstatus, reason }: AccountStatusChange,
): AccountStatus {
  // A status that an operator sets can be lifted by an operator only.
  const frozen_by_owner = status === undefined ? before.frozen_by_owner : 0;
  const after = {
    status: status ?? before.status,
    frozen_by_owner,
    trade_status: tradeStatus ?? before.trade_status,
    wstatus: wstatus ?? before.wstatus,
  };
  const isFree =
    after.status === accountStatus.normal && after.trade_status === 1 && after.wstatus === 1;
  return {
    ...after,
    memo: isFree ? "" : restricts({ status, tradeStatus, wstatus }) ? reason : before.memo,
  };
}

/** Whether the change restricts something: the reason of a change that only lifts one is not stored. */
function restricts({
  status,
  tradeStatus,
  wstatus,
}: Pick<AccountStatusChange, "status" | "tradeStatus" | "wstatus">): boolean {
  return (
    (status !== undefined && status !== accountStatus.normal) || tradeStatus === 0 || wstatus === 0
  );
}

function isShutOut({ status }: AccountStatus): boolean {
  return status === accountStatus.blocked || status === accountStatus.prohibited;
}

async function endAllSessions({ db }: Transaction, userId: number, now: number): Promise<number> {
  const sessions = await unendedSessions(db, userId);
  await endSessions(
    db,
    sessions.map(({ id }) => id),
    now,
  );
  return sessions.length;
}

function noticeFacts({ status, tradeStatus, wstatus, reason }: AccountStatusChange): NoticeFacts {
  return {
    reason,
    ...(status !== undefined && { status }),
    ...(tradeStatus !== undefined && { trade_status: tradeStatus }),
    ...(wstatus !== undefined && { wstatus }),
  };
}
