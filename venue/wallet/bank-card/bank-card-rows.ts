/** SQL of bank cards. */
import { type Generated, type Selectable, sql } from "kysely";
import type { RequestLife } from "../../review/request-life.ts";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

/** Times in Unix ms. The number itself is kept nowhere. */
export interface BankCardTable extends RequestLife {
  id: Generated<number>;
  user_id: number;
  bank_name: string;
  account_name: string;
  branch: string;
  last_four: string;
  /** Keyed hash of the number: the same card is known again, and without the key it cannot be found by trying. */
  card_hash: string;
  is_default: number;
  created_at: number;
}

declare module "../../store/schema.ts" {
  interface Tables {
    bank_card: BankCardTable;
  }
}

export type BankCardRow = Selectable<BankCardTable>;

/** A user's cards, the default first, then the oldest. */
export async function readCards(db: Db, userId: number): Promise<BankCardRow[]> {
  return db
    .selectFrom("bank_card")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("is_default", "desc")
    .orderBy("id")
    .execute();
}

export async function findCard(
  db: Db,
  userId: number,
  id: number,
): Promise<BankCardRow | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  return db
    .selectFrom("bank_card")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** A card of any user, locked. */
export async function lockCard(db: Db, id: number): Promise<BankCardRow | undefined> {
  return db
    .selectFrom("bank_card")
    .selectAll()
    .where("id", "=", id)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst();
}

/** How many other users saved the card with this hash. */
export async function countElsewhere(
  db: Db,
  { card_hash, user_id }: Pick<BankCardRow, "card_hash" | "user_id">,
): Promise<number> {
  const { count } = await db
    .selectFrom("bank_card")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("card_hash", "=", card_hash)
    .where("user_id", "!=", user_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertCard(db: Db, row: Omit<BankCardRow, "id">): Promise<number> {
  return (await db.insertInto("bank_card").values(row).returning("id").executeTakeFirstOrThrow())
    .id;
}

export async function updateCard(db: Db, { id, ...row }: BankCardRow): Promise<void> {
  await db.updateTable("bank_card").set(row).where("id", "=", id).execute();
}

export async function deleteCard(db: Db, id: number): Promise<void> {
  await db.deleteFrom("bank_card").where("id", "=", id).execute();
}

/** Makes one of a user's cards the default, and no other. */
export async function setDefaultCard(db: Db, userId: number, id: number): Promise<void> {
  await db
    .updateTable("bank_card")
    .set({ is_default: sql<number>`case when id = ${id} then 1 else 0 end` })
    .where("user_id", "=", userId)
    .execute();
}

/** Those that wait for a review, the oldest first. */
export async function readPendingCards(
  db: Db,
  { offset, limit }: { offset: number; limit: number },
): Promise<BankCardRow[]> {
  return db
    .selectFrom("bank_card")
    .selectAll()
    .where(sql<boolean>`state = 'pending'`)
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function findPendingCard(db: Db, id: number): Promise<BankCardRow | undefined> {
  return db
    .selectFrom("bank_card")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirst();
}

export async function countPendingCards(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("bank_card")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where(sql<boolean>`state = 'pending'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}
