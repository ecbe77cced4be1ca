/** SQL of saved withdrawal addresses and of the switch that pays them alone. */
import type { Generated, Selectable } from "kysely";
import type { Db } from "../../store/schema.ts";

/** Times in Unix ms. */
export interface SavedAddressTable {
  id: Generated<number>;
  user_id: number;
  label: string;
  network: string;
  address: string;
  /** The same however the address is written, and what people compare of it. */
  address_key: string;
  address_ends: string;
  memo: string;
  usable_at: number;
  created_at: number;
}

/** A row stands while only saved addresses may be paid. */
export interface WithdrawalWhitelistTable {
  user_id: number;
  /** From when any address may be paid again; null where that was not asked for. */
  off_at: number | null;
}

declare module "../../store/schema.ts" {
  interface Tables {
    saved_address: SavedAddressTable;
    withdrawal_whitelist: WithdrawalWhitelistTable;
  }
}

export type SavedAddressRow = Selectable<SavedAddressTable>;
export type Whitelist = Pick<Selectable<WithdrawalWhitelistTable>, "off_at">;

/** A user's saved addresses, each with how often it was paid, the newest first. */
export async function readAddresses(
  db: Db,
  userId: number,
): Promise<(SavedAddressRow & { used: number })[]> {
  const rows = await db
    .selectFrom("saved_address")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();
  if (rows.length === 0) return [];
  const paid = await db
    .selectFrom("withdrawal")
    .select(["network", "address_key"])
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", userId)
    .where("address_ends", "in", [...new Set(rows.map((row) => row.address_ends))])
    .where("state", "=", "approved")
    .groupBy(["network", "address_key"])
    .execute();
  const counts = new Map(
    paid.map(({ network, address_key, count }) => [`${network} ${address_key}`, Number(count)]),
  );
  return rows.map((row) => ({
    ...row,
    used: counts.get(`${row.network} ${row.address_key}`) ?? 0,
  }));
}

export async function findAddress(
  db: Db,
  userId: number,
  id: number,
): Promise<SavedAddressRow | undefined> {
  return db
    .selectFrom("saved_address")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** The saved address that is this one, memo and all: another memo is another account. */
export async function findSaved(
  db: Db,
  userId: number,
  { network, address_key, memo }: Pick<SavedAddressRow, "network" | "address_key" | "memo">,
): Promise<SavedAddressRow | undefined> {
  return db
    .selectFrom("saved_address")
    .selectAll()
    .where("user_id", "=", userId)
    .where("network", "=", network)
    .where("address_key", "=", address_key)
    .where("memo", "=", memo)
    .executeTakeFirst();
}

/** A saved address with these ends and another middle. */
export async function findSavedAlike(
  db: Db,
  userId: number,
  to: Pick<SavedAddressRow, "address_key" | "address_ends">,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("saved_address")
    .select("address")
    .where("user_id", "=", userId)
    .where("address_ends", "=", to.address_ends)
    .where("address_key", "!=", to.address_key)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.address;
}

export async function countAddresses(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom("saved_address")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertAddress(db: Db, row: Omit<SavedAddressRow, "id">): Promise<void> {
  await db.insertInto("saved_address").values(row).execute();
}

export async function updateAddress(db: Db, { id, ...row }: SavedAddressRow): Promise<void> {
  await db.updateTable("saved_address").set(row).where("id", "=", id).execute();
}

/** False where the user has none of this id. */
export async function deleteAddress(db: Db, userId: number, id: number): Promise<boolean> {
  const row = await db
    .deleteFrom("saved_address")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function readWhitelist(db: Db, userId: number): Promise<Whitelist | undefined> {
  return db
    .selectFrom("withdrawal_whitelist")
    .select("off_at")
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function putWhitelist(db: Db, userId: number, { off_at }: Whitelist): Promise<void> {
  await db
    .insertInto("withdrawal_whitelist")
    .values({ user_id: userId, off_at })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ off_at }))
    .execute();
}
