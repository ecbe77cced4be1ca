/** SQL of the two passwords and of what their change holds back. */
import type { Db } from "../../store/schema.ts";
import type { UserRow } from "../users/user-rows.ts";

/** The passwords as they were judged: the two must differ, so neither may change beside the other. */
export type JudgedHashes = Pick<UserRow, "id" | "password_hash" | "withdraw_hash">;

/** Puts a new hash in its place. False where either password is another by now than the ones judged. */
export async function replaceHash(
  db: Db,
  judged: JudgedHashes,
  change: { password_hash: string } | { withdraw_hash: string },
): Promise<boolean> {
  const update = db
    .updateTable("user")
    .set(change)
    .where("id", "=", judged.id)
    .where("password_hash", "=", judged.password_hash);
  const { withdraw_hash } = judged;
  const row = await (
    withdraw_hash === null
      ? update.where("withdraw_hash", "is", null)
      : update.where("withdraw_hash", "=", withdraw_hash)
  )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds money-out until a time (Unix ms); a longer hold stays as it is. */
export async function holdMoneyOut(db: Db, userId: number, until: number): Promise<void> {
  await db
    .updateTable("user")
    .set({ money_out_at: until })
    .where("id", "=", userId)
    .where("money_out_at", "<", until)
    .execute();
}

/** Until when nothing may be paid out to a user (Unix ms); 0 or a past time where nothing holds it. */
export async function moneyOutHeldUntil(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("user")
    .select("money_out_at")
    .where("id", "=", userId)
    .executeTakeFirst();
  return row?.money_out_at ?? 0;
}
