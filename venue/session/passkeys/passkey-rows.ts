/** SQL of passkeys and of the challenges that were used. */
import type { Selectable } from "kysely";
import type { Db } from "../../store/schema.ts";

export interface PasskeyTable {
  /** As the authenticator names it, base64url. */
  credential_id: string;
  user_id: number;
  /** COSE, base64url. */
  public_key: string;
  /** How often the authenticator says it was used; many say 0 for ever. */
  counter: number | bigint;
  name: string;
  created_at: number;
  used_at: number | null;
}

export interface PasskeyChallengeTable {
  challenge: string;
  spent_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    passkey: PasskeyTable;
    passkey_challenge: PasskeyChallengeTable;
  }
}

export type PasskeyRow = Selectable<PasskeyTable>;

export async function passkeysOf(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db
    .selectFrom("passkey")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("credential_id")
    .execute();
}

export async function findPasskey(db: Db, id: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom("passkey").selectAll().where("credential_id", "=", id).executeTakeFirst();
}

/** False where there is one of this id. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<boolean> {
  const row = await db
    .insertInto("passkey")
    .values(passkey)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("credential_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False where the account has no such passkey (any more). */
export async function markPasskeyUsed(
  db: Db,
  { id, userId, counter, at }: { id: string; userId: number; counter: number; at: number },
): Promise<boolean> {
  const row = await db
    .updateTable("passkey")
    .set({ counter, used_at: at })
    .where("credential_id", "=", id)
    .where("user_id", "=", userId)
    .returning("credential_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False where the account has no such passkey. */
export async function deletePasskey(db: Db, userId: number, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom("passkey")
    .where("user_id", "=", userId)
    .where("credential_id", "=", id)
    .returning("credential_id")
    .executeTakeFirst();
  return row !== undefined;
}

/** How many there were. */
export async function deletePasskeys(db: Db, userId: number): Promise<number> {
  const rows = await db
    .deleteFrom("passkey")
    .where("user_id", "=", userId)
    .returning("credential_id")
    .execute();
  return rows.length;
}

/** False where the challenge was used before. */
export async function spendChallenge(db: Db, challenge: string, at: number): Promise<boolean> {
  const row = await db
    .insertInto("passkey_challenge")
    .values({ challenge, spent_at: at })
    .onConflict((conflict) => conflict.column("challenge").doNothing())
    .returning("challenge")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes challenges used before `at`, Unix ms: they have long expired. */
export async function deleteChallengesBefore(db: Db, at: number): Promise<void> {
  await db.deleteFrom("passkey_challenge").where("spent_at", "<", at).execute();
}
