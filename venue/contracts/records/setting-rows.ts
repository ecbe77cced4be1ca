/** SQL of chosen leverages and of acknowledged risk. */
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

/** The leverage of a contract before its owner chose one. */
const firstLeverage = 10;

export interface SettingOf {
  userId: number;
  code: string;
}

/** A user's leverage of a contract. */
export async function readLeverage(db: Db, { userId, code }: SettingOf): Promise<number> {
  const row = await db
    .selectFrom("contract_setting")
    .select("lever_rate")
    .where("user_id", "=", userId)
    .where("contract_code", "=", code)
    .executeTakeFirst();
  return row?.lever_rate ?? firstLeverage;
}

/** The same with its lock: whatever depends on a user's leverage of a contract, or changes it, comes one after the other. */
export async function lockLeverage(
  db: Db,
  { userId, code }: SettingOf,
  now: number,
): Promise<number> {
  await db
    .insertInto("contract_setting")
    .values({ user_id: userId, contract_code: code, lever_rate: firstLeverage, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { lever_rate } = await db
    .selectFrom("contract_setting")
    .select("lever_rate")
    .where("user_id", "=", userId)
    .where("contract_code", "=", code)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  return lever_rate;
}

export async function updateLeverage(
  db: Db,
  { userId, code }: SettingOf,
  leverage: number,
  now: number,
): Promise<void> {
  await db
    .updateTable("contract_setting")
    .set({ lever_rate: leverage, updated_at: now })
    .where("user_id", "=", userId)
    .where("contract_code", "=", code)
    .execute();
}

/** The version of the risk of leverage that a user acknowledged, 0 for none. */
export async function readRiskAck(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom("contract_risk_ack")
    .select("version")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.version ?? 0;
}

export async function writeRiskAck(
  db: Db,
  userId: number,
  version: number,
  now: number,
): Promise<void> {
  await db
    .insertInto("contract_risk_ack")
    .values({ user_id: userId, version, acked_at: now })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ version, acked_at: now }))
    .execute();
}
