import type { Selectable } from "kysely";
import { accountStatus } from "#protocol/api/user.ts";
import { fixedChange, fixedQuery } from "../../store/fixed-query.ts";
import type { Db } from "../../store/schema.ts";

export interface SessionTable {
  /** 128 random bits in hex. The token is derived from it, so the database holds none. */
  id: string;
  user_id: number;
  ip: string;
  /** The client's name for itself at login, shortened. */
  agent: string;
  created_at: number;
  seen_at: number;
  ended_at: number | null;
  /** The public key of the device that logged in (base64url of a point); null for a session of signature v1. */
  device_key: string | null;
}

export interface SpentNonceTable {
  session_id: string;
  signed_sec: number | bigint;
  nonce: string;
  spent_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    session: SessionTable;
    spent_nonce: SpentNonceTable;
  }
}

export type SessionRow = Selectable<SessionTable>;

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto("session").values(session).execute();
}

const selectUnended = fixedQuery((db, { userId }: { userId: number }) =>
  db
    .selectFrom("session")
    .selectAll()
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .compile(),
);

/** Sessions that nobody has ended, newest first. Expired ones are included, so that their refusal can say so. */
export async function unendedSessions(db: Db, userId: number): Promise<SessionRow[]> {
  return selectUnended(db, { userId });
}

const selectSignedIn = fixedQuery((db, { userId }: { userId: number }) =>
  db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select(["session.id", "session.seen_at", "session.created_at", "session.device_key"])
    .select(["user.status", "user.trade_status", "user.wstatus", "user.certstatus", "user.memo"])
    .where("session.user_id", "=", userId)
    .where("session.ended_at", "is", null)
    .compile(),
);

/** A session with what a request of its user is judged by. */
export type SignedInRow = Awaited<ReturnType<typeof selectSignedIn>>[number];

/** As {@link unendedSessions} in any order, in one read with the account's status: each signed request asks for it. */
export async function signedInSessions(db: Db, userId: number): Promise<SignedInRow[]> {
  return selectSignedIn(db, { userId });
}

/** Those of the sessions that nobody has ended, younger than both times (Unix ms), of users who are not blocked or prohibited. */
export async function liveSessionIds(
  db: Db,
  ids: readonly string[],
  since: { seen: number; created: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select("session.id")
    .where("session.id", "in", ids)
    .where("session.ended_at", "is", null)
    .where("session.seen_at", ">", since.seen)
    .where("session.created_at", ">", since.created)
    .where("user.status", "not in", [accountStatus.blocked, accountStatus.prohibited])
    .execute();
  return rows.map((row) => row.id);
}

export async function hasLoggedInFrom(db: Db, userId: number, ip: string): Promise<boolean> {
  const row = await db
    .selectFrom("session")
    .select("id")
    .where("user_id", "=", userId)
    .where("ip", "=", ip)
    .executeTakeFirst();
  return row !== undefined;
}

/** The addresses from which a user logged in, each once. */
export async function loginAddresses(db: Db, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom("session")
    .select("ip")
    .distinct()
    .where("user_id", "=", userId)
    .execute();
  return rows.map(({ ip }) => ip);
}

export async function touchSession(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable("session").set({ seen_at: at }).where("id", "=", id).execute();
}

export async function endSessions(db: Db, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("session")
    .set({ ended_at: at })
    .where("id", "in", ids)
    .where("ended_at", "is", null)
    .execute();
}

const insertUnspent = fixedChange(
  (
    db,
    {
      session_id,
      signed_sec,
      nonce,
      spent_at,
    }: { session_id: string; signed_sec: number; nonce: string; spent_at: number },
  ) =>
    db
      .insertInto("spent_nonce")
      .values({ session_id, signed_sec, nonce, spent_at })
      .onConflict((conflict) => conflict.columns(["session_id", "signed_sec", "nonce"]).doNothing())
      .compile(),
);

/** False where the nonce was spent before; `signed_sec` in Unix s, `spent_at` in Unix ms. */
export async function insertNonce(
  db: Db,
  nonce: { session_id: string; signed_sec: number; nonce: string; spent_at: number },
): Promise<boolean> {
  return (await insertUnspent(db, nonce)) > 0;
}

/** Whether the nonce was spent; `signed_sec` in Unix s. */
export async function hasNonce(
  db: Db,
  { session_id, signed_sec, nonce }: { session_id: string; signed_sec: number; nonce: string },
): Promise<boolean> {
  const found = await db
    .selectFrom("spent_nonce")
    .select("nonce")
    .where("session_id", "=", session_id)
    .where("signed_sec", "=", signed_sec)
    .where("nonce", "=", nonce)
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes nonces spent and signed before `at`, Unix ms: the clock may have been wrong at either. */
export async function deleteNoncesBefore(db: Db, at: number): Promise<void> {
  await db
    .deleteFrom("spent_nonce")
    .where("spent_at", "<", at)
    .where("signed_sec", "<", Math.floor(at / 1000))
    .execute();
}
