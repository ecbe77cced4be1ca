import * as codes from "#protocol/wire/error-codes.ts";
import { tierFor } from "#protocol/rules/contracts/contract-tiers.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { readExposures, type Exposure } from "../records/list-rows.ts";
import { checkAcknowledged, checkListed, notionalOf, type OpenMarket } from "../rules/rules.ts";
import {
  lockLeverage,
  readRiskAck,
  type SettingOf,
  updateLeverage,
} from "../records/setting-rows.ts";

/**
 * Changes the leverage of a contract.
 * @throws Refusal noSuchLeverage no such leverage, positionLocked where a position or an order of
 *   the contract stands, illegalLeverage where it needs an acknowledgement that there is not
 */
export async function setLeverage(
  tx: Transaction,
  of: SettingOf,
  leverage: number,
  now: number,
): Promise<void> {
  checkListed(leverage);
  const present = await lockLeverage(tx.db, of, now);
  const exposures = leverage === present ? [] : await readExposures(tx.db, of.userId, of.code);
  if (exposures.length > 0)
    throw new Refusal(codes.positionLocked, {
      reason: exposures.some(({ isPosition }) => isPosition) ? "position" : "orders",
      lever_rate: present,
    });
  checkAcknowledged(leverage, await readRiskAck(tx.db, of.userId));
  await updateLeverage(tx.db, of, leverage, now);
}

/** The highest leverage that what stands on a contract allows. */
export function highestFor(
  exposures: readonly Exposure[],
  market: Pick<OpenMarket, "terms" | "quotes" | "last">,
): number {
  const [long, short] = [
    notionalOf(exposures, "buy", market),
    notionalOf(exposures, "sell", market),
  ];
  return tierFor(long > short ? long : short).maxLeverage;
}
