import * as codes from "#protocol/wire/error-codes.ts";
import { momentsOf } from "#protocol/rules/seconds-settlement.ts";
import { aheadMs } from "../../feed/market-source.ts";
import { accountKey, lockAccounts, userOwner } from "../../ledger/accounts.ts";
import { post } from "../../ledger/post.ts";
import { requireNoHalt } from "../../matching/market-halt-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Db } from "../../store/schema.ts";
import type { Transaction } from "../../store/store.ts";
import { type LimitRow, readPaceUntil, readUsage, writeRiskAck } from "../limits/limit-rows.ts";
import { type Caps, checkLimits, dayStartOf, limitsAt } from "../limits/limits.ts";
import { opening } from "../records/postings.ts";
import { insertOrder, readNewestAccepted, type SecondOrderRow } from "../records/rows.ts";
import { type Stake, checkBalance } from "./rules.ts";
import { stakeCurrency } from "../records/stake-currency.ts";

/** Whose contract, and how it was asked for. */
export interface Asked {
  userId: number;
  clientOrderId: string;
  symbol: string;
  direction: "up" | "down";
  /** Version of the risk text that was acknowledged with it. */
  riskVersion: number;
  /** An identity is asked for that the owner has not. */
  lacksIdentity: boolean;
  /** Unix ms: its price locks by this. */
  now: number;
}

/** With a clock behind the known prices one could bet on the past: no contract is accepted until it has caught up. */
export async function isClockBehind(db: Db, now: number): Promise<boolean> {
  return (await readNewestAccepted(db)) > now + aheadMs;
}

/**
 * Takes in a contract that the market's rules let stand, with the lock of its owner's limits.
 * @param row the locked limits
 * @param market what makes it, and JSON of its commitments to the days of these moments
 * @throws Refusal notTradable a limit, certificationRequired no certified identity,
 *   insufficientBalance not covered
 */
export async function placeOrder(
  tx: Transaction,
  stake: Stake,
  asked: Asked,
  {
    row,
    caps,
    market,
  }: {
    row: LimitRow;
    caps: Caps;
    market: { source: string; dayCommits: (moments: readonly number[]) => string };
  },
): Promise<SecondOrderRow> {
  const { userId, now } = asked;
  await requireNoHalt(tx.db);
  const { pace } = limitsAt(row, now);
  const usage = await readUsage(tx.db, userId, { now, dayStart: dayStartOf(now) });
  const paceUntil = pace === null ? undefined : await readPaceUntil(tx.db, userId, pace, now);
  checkLimits(stake.amount, { row, usage, paceUntil, caps, now });
  if (asked.lacksIdentity) throw new Refusal(codes.certificationRequired);
  const available = {
    owner: userOwner(userId),
    kind: "available",
    currency: stakeCurrency,
  } as const;
  const accounts = await lockAccounts(tx, [available, { ...available, kind: "stake" }]);
  checkBalance(stake.amount, accounts.get(accountKey(available))?.balance ?? 0n);
  const { t0, t1 } = momentsOf(now, stake.time);
  const order = await insertOrder(tx.db, {
    user_id: userId,
    client_order_id: asked.clientOrderId,
    symbol: asked.symbol,
    currency: stakeCurrency,
    price_precision: stake.spec.pricePrecision,
    direction: asked.direction,
    time_sec: stake.time,
    odds: stake.odds,
    stake: stake.amount,
    risk_version: asked.riskVersion,
    accepted_at: now,
    t0_at: t0,
    t1_at: t1,
    source: market.source,
    day_commits: market.dayCommits([t0, t1]),
  });
  await post(tx, opening(order, now));
  await writeRiskAck(tx.db, userId, asked.riskVersion, now);
  return order;
}
