/** SQL of chosen leverages and of acknowledged risk. */
import { fixedQuery } from "../../store/fixed-query.ts";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

/** The leverage of a contract before its owner chose one. */
const firstLeverage = 10;

export interface SettingOf {
  userId: number;
  code: string;
}

type Setting = { userId: number; code: string; leverage: number; now: number };

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
  await insertSetting(db, { userId, code, leverage: firstLeverage, now });
  const [setting] = await selectForUpdate(db, { userId, code });
  if (setting === undefined) throw new Error("a leverage was not written");
  return setting.lever_rate;
}

const insertSetting = fixedQuery((db, { userId, code, leverage, now }: Setting) =>
  db
    .insertInto("contract_setting")
    .values({ user_id: userId, contract_code: code, lever_rate: leverage, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .compile(),
);

const selectForUpdate = fixedQuery((db, { userId, code }: { userId: number; code: string }) =>
  db
    .selectFrom("contract_setting")
    .select("lever_rate")
    .where("user_id", "=", userId)
    .where("contract_code", "=", code)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .compile(),
);

export async function updateLeverage(
  db: Db,
  { userId, code }: SettingOf,
  leverage: number,
  now: number,
): Promise<void> {
  await updateSetting(db, { userId, code, leverage, now });
}

const updateSetting = fixedQuery((db, { userId, code, leverage, now }: Setting) =>
  db
    .updateTable("contract_setting")
    .set({ lever_rate: leverage, updated_at: now })
    .where("user_id", "=", userId)
    .where("contract_code", "=", code)
    .compile(),
);

/** The version of the risk of leverage that a user acknowledged, 0 for none. */
export async function readRiskAck(db: Db, userId: number): Promise<number> {
  const [row] = await selectRiskAck(db, { userId });
  return row?.version ?? 0;
}

const selectRiskAck = fixedQuery((db, { userId }: { userId: number }) =>
  db.selectFrom("contract_risk_ack").select("version").where("user_id", "=", userId).compile(),
);

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
