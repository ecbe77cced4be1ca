/** SQL of an account's login history, which is read from the audit log. */
import type { Db } from "../../store/schema.ts";

export interface LoginFilter {
  userId: number;
  /** From 1. */
  page: number;
  size: number;
  start?: number | undefined;
  end?: number | undefined;
}

function logins(db: Db, { userId, start, end }: LoginFilter) {
  return db
    .selectFrom("audit")
    .where("user_id", "=", userId)
    .where("event", "=", "login")
    .$if(start !== undefined, (query) => query.where("at_ms", ">=", start ?? 0))
    .$if(end !== undefined, (query) => query.where("at_ms", "<=", end ?? 0));
}

/** Newest first, with how many there are in all. */
export async function selectLogins(db: Db, filter: LoginFilter) {
  const rows = await logins(db, filter)
    .select(["at_ms", "outcome", "ip", "facts"])
    .orderBy("id", "desc")
    .limit(filter.size)
    .offset((filter.page - 1) * filter.size)
    .execute();
  const { count } = await logins(db, filter)
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(count) };
}
