import { accountStatus } from "#protocol/user.ts";
import type { VenueDeps } from "../deps.ts";
import type { AuditLog } from "../session/audit-log.ts";
import { endSessions, unendedSessions } from "../session/session-rows.ts";
import { findUser, lockUser, saveStanding, type Standing } from "../session/user-rows.ts";
import type { Transaction } from "../store/store.ts";
import { addNotice, type NoticeFacts } from "./notices.ts";

export interface StandingChange {
  userId: string | number;
  /** `accountStatus` of the contract. */
  status?: number | undefined;
  /** 1: may open orders; 0: may only close and cancel. */
  tradeStatus?: 0 | 1 | undefined;
  /** 1: may withdraw; 0: may not. */
  wstatus?: 0 | 1 | undefined;
  /** Why, in words for the user, who is shown them. */
  reason: string;
  /** Who changes it, e.g. `cli:ada`. */
  by: string;
  /** Unix ms. */
  now: number;
  /** The address and the call it came by, where it came over the network. */
  ip?: string;
  requestId?: string;
}

export interface StandingDeps extends Pick<VenueDeps, "store"> {
  audit: Pick<AuditLog, "write">;
  /** Ends the user's streams of this process; those of others end within seconds, when they look. */
  bus: Pick<VenueDeps["bus"], "endUser">;
}

/**
 * Changes what an account may do, in one command with its record in the audit log and the notice to its
 * user. It holds from the next request on. Who is prohibited loses every session; who is blocked keeps
 * them, to be told why. The reason of the last restriction stands in `memo` until nothing is restricted.
 * @returns the account's standing afterwards, or `undefined` where there is no such user
 */
export async function setUserStatus(
  { store, audit, bus }: StandingDeps,
  change: StandingChange,
): Promise<Standing | undefined> {
  return store.command(async (tx) => {
    const id = Number(change.userId);
    await lockUser(tx.db, id);
    const user = await findUser(tx.db, id);
    if (!user) return undefined;
    const standing = standingAfter(user, change);
    await saveStanding(tx.db, id, standing);
    const ended =
      standing.status === accountStatus.prohibited ? await endAllSessions(tx, id, change.now) : 0;
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
        after: [standing.status, standing.trade_status, standing.wstatus],
      },
    });
    await addNotice(tx, {
      userId: id,
      kind: "account_status",
      facts: noticeFacts(change),
      now: change.now,
    });
    if (isShutOut(standing)) tx.afterCommit(() => bus.endUser(String(id)));
    return standing;
  });
}

function standingAfter(
  before: Standing,
  { status, tradeStatus, wstatus, reason }: StandingChange,
): Standing {
  // Whatever an operator says of the status is theirs to take back.
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

/** What lifts one restriction says nothing of why another stays. */
function restricts({
  status,
  tradeStatus,
  wstatus,
}: Pick<StandingChange, "status" | "tradeStatus" | "wstatus">): boolean {
  return (
    (status !== undefined && status !== accountStatus.normal) || tradeStatus === 0 || wstatus === 0
  );
}

function isShutOut({ status }: Standing): boolean {
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

function noticeFacts({ status, tradeStatus, wstatus, reason }: StandingChange): NoticeFacts {
  return {
    reason,
    ...(status !== undefined && { status }),
    ...(tradeStatus !== undefined && { trade_status: tradeStatus }),
    ...(wstatus !== undefined && { wstatus }),
  };
}
