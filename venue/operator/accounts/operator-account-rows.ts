/** SQL of the operators and their sessions. */
import type { Generated, Selectable } from "kysely";
import type { Db } from "../../store/schema.ts";

interface OperatorTable {
  id: Generated<number>;
  name: string;
  password_hash: string;
  /** 1 while the password is the one that was printed: it opens the door to setting one's own alone. */
  must_change: number;
  /** `sealSecret` of the authenticator's secret. */
  totp_sealed: string;
  /** The last step a code was used of. */
  totp_step: number;
  /** The operator's own account here, whose requests are not theirs to decide. */
  user_id: number | null;
  created_at: number;
  last_at: number | null;
  removed_at: number | null;
}

interface OperatorSessionTable {
  id: string;
  operator_id: number;
  ip: string;
  created_at: number;
  seen_at: number;
  ended_at: number | null;
}

declare module "../../store/schema.ts" {
  interface Tables {
    operator: OperatorTable;
    operator_session: OperatorSessionTable;
  }
}

export type OperatorRow = Selectable<OperatorTable>;
export type OperatorSessionRow = OperatorSessionTable;

export async function listOperators(db: Db): Promise<OperatorRow[]> {
  return db.selectFrom("operator").selectAll().orderBy("id").limit(1000).execute();
}

/** Removed ones too: a name stands for one person for ever. */
export async function findOperator(db: Db, name: string): Promise<OperatorRow | undefined> {
  return db.selectFrom("operator").selectAll().where("name", "=", name).executeTakeFirst();
}

async function findOperatorById(db: Db, id: number): Promise<OperatorRow | undefined> {
  return db.selectFrom("operator").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The new operator's id, or `undefined` where the name was ever taken. */
export async function insertOperator(
  db: Db,
  operator: Omit<OperatorRow, "id" | "totp_step" | "last_at" | "removed_at">,
): Promise<number | undefined> {
  const row = await db
    .insertInto("operator")
    .values({ ...operator, totp_step: 0, last_at: null, removed_at: null })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function saveOperator(
  db: Db,
  id: number,
  change: Partial<Omit<OperatorRow, "id" | "name">>,
): Promise<void> {
  await db.updateTable("operator").set(change).where("id", "=", id).execute();
}

/** Notes a login with this code, which is then used up. False where a code of its step or a later one was used by now, or the operator is not who was verified any more. */
export async function useTotp(
  db: Db,
  { id, verified, step, at }: { id: number; verified: string; step: number; at: number },
): Promise<boolean> {
  const row = await db
    .updateTable("operator")
    .set({ totp_step: step, last_at: at })
    .where("id", "=", id)
    .where("totp_step", "<", step)
    .where("password_hash", "=", verified)
    .where("removed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False where another password stands there by now. */
export async function replacePassword(
  db: Db,
  { id, verified, hash }: { id: number; verified: string; hash: string },
): Promise<boolean> {
  const row = await db
    .updateTable("operator")
    .set({ password_hash: hash, must_change: 0 })
    .where("id", "=", id)
    .where("password_hash", "=", verified)
    .where("removed_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertOperatorSession(db: Db, session: OperatorSessionRow): Promise<void> {
  await db.insertInto("operator_session").values(session).execute();
}

/** A session that was not ended, with its operator. */
export async function findOperatorSession(
  db: Db,
  id: string,
): Promise<(Omit<OperatorSessionRow, "ended_at"> & { operator: OperatorRow }) | undefined> {
  const session = await db
    .selectFrom("operator_session")
    .selectAll()
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  const operator = session && (await findOperatorById(db, session.operator_id));
  return session && operator && operator.removed_at === null ? { ...session, operator } : undefined;
}

export async function touchOperatorSession(db: Db, id: string, seen_at: number): Promise<void> {
  await db
    .updateTable("operator_session")
    .set({ seen_at })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/** Ends an operator's sessions, all but one where given. */
export async function endOperatorSessions(
  db: Db,
  operatorId: number,
  { now, but }: { now: number; but?: string },
): Promise<void> {
  const open = db
    .updateTable("operator_session")
    .set({ ended_at: now })
    .where("operator_id", "=", operatorId)
    .where("ended_at", "is", null);
  await (but === undefined ? open : open.where("id", "!=", but)).execute();
}

export async function endOperatorSession(db: Db, id: string, now: number): Promise<void> {
  await db
    .updateTable("operator_session")
    .set({ ended_at: now })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}
