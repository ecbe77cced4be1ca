/** SQL of second factors and their recovery codes. */
import type { Selectable } from "kysely";
import type { Db } from "../../store/schema.ts";

export interface SecondFactorTable {
  user_id: number;
  /** Encrypted, not hashed: codes are computed from it. */
  secret: string;
  /** The time step of the last accepted code: each code is valid once. */
  last_step: number;
  created_at: number;
  /** Null until the owner has entered a first code. */
  enabled_at: number | null;
}

export interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
  used_at: number | null;
}

declare module "../../store/schema.ts" {
  interface Tables {
    second_factor: SecondFactorTable;
    recovery_code: RecoveryCodeTable;
  }
}

export type SecondFactorRow = Selectable<SecondFactorTable>;

export async function findSecondFactor(
  db: Db,
  userId: number,
): Promise<SecondFactorRow | undefined> {
  return db
    .selectFrom("second_factor")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Ends a set-up that has not come to its end; a factor that is on stays. */
export async function deletePendingFactor(db: Db, userId: number): Promise<void> {
  await db
    .deleteFrom("second_factor")
    .where("user_id", "=", userId)
    .where("enabled_at", "is", null)
    .execute();
}

/** Starts a set-up: replaces a secret that was never turned on, and leaves one that is on. */
export async function putPendingFactor(
  db: Db,
  { userId, secret, at }: { userId: number; secret: string; at: number },
): Promise<void> {
  await deletePendingFactor(db, userId);
  await db
    .insertInto("second_factor")
    .values({ user_id: userId, secret, last_step: 0, created_at: at, enabled_at: null })
    .execute();
}

export async function enableFactor(
  db: Db,
  { userId, step, at }: { userId: number; step: number; at: number },
): Promise<void> {
  await db
    .updateTable("second_factor")
    .set({ enabled_at: at, last_step: step })
    .where("user_id", "=", userId)
    .execute();
}

/** False where a code of this step or a later one was accepted meanwhile. */
export async function spendStep(db: Db, userId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable("second_factor")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the second factor; false where none was on. */
export async function deleteFactor(db: Db, userId: number): Promise<boolean> {
  await db.deleteFrom("recovery_code").where("user_id", "=", userId).execute();
  const row = await db
    .deleteFrom("second_factor")
    .where("user_id", "=", userId)
    .returning("enabled_at")
    .executeTakeFirst();
  return row !== undefined && row.enabled_at !== null;
}

export async function insertRecoveryCodes(
  db: Db,
  userId: number,
  hashes: readonly string[],
): Promise<void> {
  await db
    .insertInto("recovery_code")
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, used_at: null })))
    .execute();
}

/** False where there is no such code, or it was used before. */
export async function spendRecoveryCode(
  db: Db,
  { userId, hash, at }: { userId: number; hash: string; at: number },
): Promise<boolean> {
  const row = await db
    .updateTable("recovery_code")
    .set({ used_at: at })
    .where("user_id", "=", userId)
    .where("code_hash", "=", hash)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_code")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
