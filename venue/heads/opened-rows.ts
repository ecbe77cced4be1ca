/** SQL of whether a database was ever an exchange's. */
import type { Db } from "../store/schema.ts";

/** Whether a start has written down which market it is for. */
export async function hasMarket(db: Db): Promise<boolean> {
  const row = await db.selectFrom("market_identity").select("id").executeTakeFirst();
  return row !== undefined;
}
