import type { Generated, Selectable } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../store/schema.ts";

export interface CodeTable {
  id: Generated<number>;
  account: string;
  /** What the code is good for; a code for one purpose is nothing for another. */
  scene: string;
  /** Keyed hash: six digits alone would be found by trying. */
  code_hash: string;
  tries: number;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

declare module "../../store/schema.ts" {
  interface Tables {
    code: CodeTable;
  }
}

export type CodeRow = Selectable<CodeTable>;

export async function insertCode(
  db: Db,
  code: Omit<CodeRow, "id" | "tries" | "used_at">,
): Promise<void> {
  await db
    .insertInto("code")
    .values({ ...code, tries: 0, used_at: null })
    .execute();
}

export async function latestCode(
  db: Db,
  account: string,
  scene: string,
): Promise<CodeRow | undefined> {
  return db
    .selectFrom("code")
    .selectAll()
    .where("account", "=", account)
    .where("scene", "=", scene)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** When codes went to an account, newest first; those of a clock that ran ahead of now are not counted. */
export async function codeTimes(
  db: Db,
  account: string,
  { since, now }: { since: number; now: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("code")
    .select("created_at")
    .where("account", "=", account)
    .where("created_at", ">", since)
    .where("created_at", "<=", now)
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => row.created_at);
}

/** Counts a try before it is judged, so that many at once get no more than one after the other. False where none is left. */
export async function countTry(db: Db, id: number, most: number): Promise<boolean> {
  const row = await db
    .updateTable("code")
    .set({ tries: sql<number>`tries + 1` })
    .where("id", "=", id)
    .where("tries", "<", most)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False where it was used before. */
export async function markCodeUsed(db: Db, id: number, at: number): Promise<boolean> {
  const row = await db
    .updateTable("code")
    .set({ used_at: at })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Codes are kept an hour past their end, for the hourly count. */
export async function deleteExpiredCodes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("code")
    .where("expires_at", "<", now - 3_600_000)
    .execute();
}
