import type { KeyObject } from "node:crypto";
import * as codes from "#protocol/wire/error-codes.ts";
import type { DeviceSigned } from "#protocol/wire/device-signature.ts";
import type { SignedHeaders } from "#protocol/wire/signature.ts";
import { accountStatus } from "#protocol/api/user.ts";
import type { SessionUser } from "../deps/handler.ts";
import type { Limits } from "../settings/limits.ts";
import { Refusal } from "../store/refusal.ts";
import type { Log, Store, Transaction } from "../store/store.ts";
import type { AuditLog } from "./audit/audit-log.ts";
import { isSignedByDevice } from "./tokens/device-key.ts";
import {
  hasNonce,
  insertNonce,
  liveSessionIds,
  type SignedInRow,
  signedInSessions,
  touchSession,
} from "./tokens/session-rows.ts";
import { isSignedWith, tokenOf } from "./tokens/session-token.ts";

/** How old "last seen" may become. The shortest limit on it is a day, and every write costs a sync. */
const seenEveryMs = 5 * 60_000;
const touchAgainMs = 30_000;
const askedTogether = 500;

/** The API's `Gate`: finds the session that signed a request, among the few that its account may have. */
export class SessionGate {
  private readonly store: Store;
  private readonly limits: Limits;
  private readonly serverKey: KeyObject;
  private readonly audit: AuditLog;
  private readonly log: Log;
  private touchFailedAt = -Infinity;

  constructor(options: {
    store: Store;
    limits: Limits;
    serverKey: KeyObject;
    audit: AuditLog;
    log: Log;
  }) {
    this.store = options.store;
    this.limits = options.limits;
    this.serverKey = options.serverKey;
    this.audit = options.audit;
    this.log = options.log;
  }

  /**
   * @throws Refusal unauthorized for a wrong signature, that of the session's device included, or an
   *   unknown session, sessionExpired for one that ended by age
   */
  async identify(
    headers: SignedHeaders,
    byDevice: DeviceSigned | undefined,
    now: number,
  ): Promise<SessionUser> {
    const userId = Number(headers.userid);
    // Also refuses ids beyond 2^53 and ids with leading zeros, which would become another id.
    if (String(userId) !== headers.userid || !Number.isSafeInteger(userId))
      throw new Refusal(codes.unauthorized);
    const sessions = await this.store.readOne((db) => signedInSessions(db, userId));
    const session = sessions.find(({ id }) =>
      isSignedWith(headers, tokenOf(this.serverKey, id, userId)),
    );
    const sessionUser = this.checkSession(userId, session, now);
    if (typeof session?.device_key === "string" && !isSignedByDevice(session.device_key, byDevice))
      throw new Refusal(codes.unauthorized);
    if (session && now - session.seen_at >= seenEveryMs) await this.touch(session.id, now);
    return sessionUser;
  }

  /**
   * @throws Refusal unauthorized where user or session is gone, sessionExpired for a session ended
   *   by age
   */
  async reread(
    { db }: Transaction,
    { id, sessionId }: SessionUser,
    now: number,
  ): Promise<SessionUser> {
    const sessions = await signedInSessions(db, Number(id));
    return this.checkSession(
      Number(id),
      sessions.find((session) => session.id === sessionId),
      now,
    );
  }

  /** Which of these sessions are still valid: not ended, not too old, their users not blocked or prohibited. */
  async liveSessions(ids: readonly string[], now: number): Promise<ReadonlySet<string>> {
    const { sessionIdleSec, sessionLifeSec } = this.limits;
    const since = { seen: now - sessionIdleSec * 1000, created: now - sessionLifeSec * 1000 };
    const live = new Set<string>();
    for (let at = 0; at < ids.length; at += askedTogether) {
      for (const id of await this.store.read((db) =>
        liveSessionIds(db, ids.slice(at, at + askedTogether), since),
      ))
        live.add(id);
    }
    return live;
  }

  private checkSession(userId: number, session: SignedInRow | undefined, now: number): SessionUser {
    if (!session || session.status === accountStatus.prohibited)
      throw new Refusal(codes.unauthorized);
    if (this.isOver(session, now)) throw new Refusal(codes.sessionExpired);
    return {
      id: String(userId),
      sessionId: session.id,
      hasDeviceKey: session.device_key !== null,
      status: session.status,
      tradeStatus: session.trade_status,
      withdrawStatus: session.wstatus,
      certStatus: session.certstatus,
      memo: session.memo,
    };
  }

  /** A full disk refuses writes, not reads: "last seen" then stays as it is, and the next attempt comes later. */
  private async touch(sessionId: string, now: number): Promise<void> {
    if (Math.abs(now - this.touchFailedAt) < touchAgainMs) return;
    try {
      await this.store.command(({ db }) => touchSession(db, sessionId, now));
    } catch (error) {
      this.touchFailedAt = now;
      this.log("warn", "session not marked as seen", { error });
    }
  }

  /** False where the nonce was spent before. */
  async spend(
    tx: Transaction,
    {
      sessionId,
      timestamp,
      nonce,
      now,
    }: { sessionId: string; timestamp: number; nonce: string; now: number },
  ): Promise<boolean> {
    return insertNonce(tx.db, {
      session_id: sessionId,
      signed_sec: timestamp,
      nonce,
      spent_at: now,
    });
  }

  async isSpent({
    sessionId,
    timestamp,
    nonce,
  }: {
    sessionId: string;
    timestamp: number;
    nonce: string;
  }): Promise<boolean> {
    return this.store.readOne((db) =>
      hasNonce(db, { session_id: sessionId, signed_sec: timestamp, nonce }),
    );
  }

  report({
    code,
    userId,
    ip,
    requestId,
    path,
    now,
  }: {
    code: number;
    userId: string;
    ip: string;
    requestId: string;
    path: string;
    now: number;
  }): void {
    // The id is not proven: it is a fact of the refusal, not the account of the entry.
    this.audit.later({
      event: "signature-refused",
      outcome: code,
      ip,
      requestId,
      now,
      facts: { claimed: userId, path },
    });
  }

  private isOver(session: SignedInRow, now: number): boolean {
    return (
      now - session.seen_at >= this.limits.sessionIdleSec * 1000 ||
      now - session.created_at >= this.limits.sessionLifeSec * 1000
    );
  }
}
