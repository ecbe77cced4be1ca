import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import * as codes from "#protocol/wire/error-codes.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Store } from "../../store/store.ts";
import {
  findOperatorSession,
  type OperatorRow,
  touchOperatorSession,
} from "./operator-account-rows.ts";

/** Sessions end after this long unused, and after this long in all. */
const operatorIdleMs = 30 * 60_000;
const operatorLifeMs = 12 * 3_600_000;
/** "Last seen" is at most this stale: every write costs a sync. */
const touchAgainMs = 30_000;

export interface OperatorSession {
  id: string;
  operator: OperatorRow;
  /** When it ends if it is not used again, Unix ms. */
  endsAt: number;
}

const tokenPattern = /^Bearer ([0-9a-f]{32})\.([A-Za-z0-9_-]{43})$/;

/**
 * An operator's token: the session's id and what only the server key makes of it, under a label of its own,
 * so that no user's token is ever one. The database alone opens no session.
 */
export function operatorToken(serverKey: KeyObject, sessionId: string, operatorId: number): string {
  return `${sessionId}.${createHmac("sha256", serverKey).update(`operator:${sessionId}:${operatorId}`).digest("base64url")}`;
}

/**
 * Who calls, by `Authorization: Bearer` alone: a page of another origin cannot send it.
 * @throws Refusal unauthorized for no token, a forged one or a session that was ended,
 *   sessionExpired for one that ended by age
 */
export async function identifyOperator(
  { store, serverKey }: { store: Store; serverKey: KeyObject },
  authorization: string | null,
  now: number,
): Promise<OperatorSession> {
  const [, sessionId = "", mac = ""] = tokenPattern.exec(authorization ?? "") ?? [];
  const session =
    sessionId === "" ? undefined : await store.read((db) => findOperatorSession(db, sessionId));
  if (
    !session ||
    !isSame(`${sessionId}.${mac}`, operatorToken(serverKey, sessionId, session.operator_id))
  )
    throw new Refusal(codes.unauthorized);
  // A clock set back must not make a session older than it is, nor younger for ever.
  if (now - session.seen_at >= operatorIdleMs || now - session.created_at >= operatorLifeMs)
    throw new Refusal(codes.sessionExpired);
  if (now - session.seen_at >= touchAgainMs)
    await store.command(({ db }) => touchOperatorSession(db, sessionId, now));
  return {
    id: sessionId,
    operator: session.operator,
    endsAt: Math.min(now + operatorIdleMs, session.created_at + operatorLifeMs),
  };
}

function isSame(given: string, expected: string): boolean {
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}
