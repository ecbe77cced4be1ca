import { tierFor } from "#protocol/contract-tiers.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import { readStanding, type Standing } from "./list-rows.ts";
import { checkAcknowledged, checkListed, notionalOf, type OpenMarket } from "./rules.ts";
import { claimLeverage, readRiskAck, type SettingOf, updateLeverage } from "./setting-rows.ts";

/**
 * Changes the leverage of a contract.
 * @throws Refusal 300012 no such leverage, 300015 where a position or an order of the contract stands, 300013
 * where it needs an acknowledgement that there is not
 */
export async function setLeverage(
  tx: Transaction,
  of: SettingOf,
  leverage: number,
  now: number,
): Promise<void> {
  checkListed(leverage);
  const present = await claimLeverage(tx.db, of, now);
  const standing = leverage === present ? [] : await readStanding(tx.db, of.userId, of.code);
  if (standing.length > 0)
    throw new Refusal(300015, {
      reason: standing.some(({ isPosition }) => isPosition) ? "position" : "orders",
      lever_rate: present,
    });
  checkAcknowledged(leverage, await readRiskAck(tx.db, of.userId));
  await updateLeverage(tx.db, of, leverage, now);
}

/** The highest leverage that what stands on a contract allows. */
export function highestFor(
  standing: readonly Standing[],
  market: Pick<OpenMarket, "terms" | "quotes" | "last">,
): number {
  const [long, short] = [notionalOf(standing, "buy", market), notionalOf(standing, "sell", market)];
  return tierFor(long > short ? long : short).maxLeverage;
}
