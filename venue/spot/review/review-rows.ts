/** SQL of sells that wait for their review. */
import { sql } from "kysely";
import type { Db } from "../../store/schema.ts";
import { type SpotOrderRow, withHeld, type HeldOrder } from "../records/rows.ts";

/** The sells under review, the soonest to lapse first; a page of them where given. */
export async function readReviews(
  db: Db,
  page?: { offset: number; limit: number },
): Promise<SpotOrderRow[]> {
  const waiting = db
    .selectFrom("spot_order")
    .selectAll()
    .where(sql<boolean>`state = 'reviewing'`)
    .orderBy("review_ends_at")
    .orderBy("id");
  return (page ? waiting.limit(page.limit).offset(page.offset) : waiting).execute();
}

export async function readReview(db: Db, id: number): Promise<SpotOrderRow | undefined> {
  return db
    .selectFrom("spot_order")
    .selectAll()
    .where("id", "=", id)
    .where(sql<boolean>`state = 'reviewing'`)
    .executeTakeFirst();
}

export async function countReviews(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("spot_order")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(sql<boolean>`state = 'reviewing'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Their ids alone, which is all that a tick asks for. */
export async function readReviewIds(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom("spot_order")
    .select("id")
    .where(sql<boolean>`state = 'reviewing'`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The current orders of these ids, of any user. */
export async function readOrdersById(db: Db, ids: readonly number[]): Promise<HeldOrder[]> {
  if (ids.length === 0) return [];
  return withHeld(
    db,
    await db.selectFrom("spot_order").selectAll().where("id", "in", ids).orderBy("id").execute(),
  );
}
