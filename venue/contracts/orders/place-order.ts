import * as codes from "#protocol/wire/error-codes.ts";
import type { Direction } from "#protocol/rules/contracts/contract-worth.ts";
import { maxOpenContractOrders } from "#protocol/api/contracts.ts";
import { accountKey, type AccountRef, lockAccounts, userOwner } from "../../ledger/accounts.ts";
import { openHold } from "../../ledger/holds.ts";
import { requireNoHalt } from "../../matching/market-halt-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import type { Db } from "../../store/schema.ts";
import type { ContractMarket } from "../records/contract-market.ts";
import { countWaiting, readExposures } from "../records/list-rows.ts";
import { placing } from "../records/postings.ts";
import {
  type HeldContractOrder,
  insertOrder,
  type NewContractOrder,
  type OrderSource,
} from "../records/rows.ts";
import { checkBalance, type Placement, type TraderFacts } from "../rules/rules.ts";
import { readRiskAck, type SettingOf, updateLeverage } from "../records/setting-rows.ts";

/** Whose order, and what the owner's device calls it. */
export interface Placed {
  userId: number;
  clientOrderId: string;
  source: OrderSource;
  /** Id of the order it takes the place of. */
  replaces?: number;
  /** Unix ms. */
  now: number;
}

/** What the rules ask of a person; with the lock of his leverage nothing of it changes but by fills. */
export async function readTrader(db: Db, { userId, code }: SettingOf): Promise<TraderFacts> {
  return {
    exposures: await readExposures(db, userId, code),
    riskAck: await readRiskAck(db, userId),
  };
}

/**
 * Writes an opening order and holds its money; its leverage becomes that of the contract.
 * @throws Refusal notTradable while everything is halted, insufficientBalance where the balance does not
 *   cover it, busy where too many orders wait
 */
export async function placeOrder(
  tx: Transaction,
  placement: Placement,
  placed: Placed,
): Promise<HeldContractOrder> {
  const { userId, now } = placed;
  const {
    market: { spec, code },
    leverage,
  } = placement;
  await requireNoHalt(tx.db);
  checkBalance(placement, await lockAvailable(tx, userId, spec.quote));
  await requireTurn(tx.db, userId);
  const order = await writeOrder(tx, placement, placed);
  await updateLeverage(tx.db, { userId, code }, leverage, now);
  return order;
}

/** Writes an order to open that the balance covers, with the locks of {@link lockAvailable}. */
export async function writeOrder(
  tx: Transaction,
  placement: Placement,
  placed: Placed,
): Promise<HeldContractOrder> {
  const order = await insertOrder(tx.db, openingOrder(placement, placed));
  await openHold(tx, placing(order, placement.freeze, placed.now));
  return { ...order, held: placement.freeze };
}

/** What a user has available, with the locks that setting some of it aside takes. */
export async function lockAvailable(
  tx: Transaction,
  userId: number,
  currency: string,
): Promise<bigint> {
  const owner = userOwner(userId);
  const available: AccountRef = { owner, kind: "available", currency };
  const accounts = await lockAccounts(tx, [
    available,
    { owner, kind: "frozen", currency },
    { owner, kind: "margin", currency },
  ]);
  return accounts.get(accountKey(available))?.balance ?? 0n;
}

/** @throws Refusal busy where too many orders wait */
export async function requireTurn(db: Db, userId: number): Promise<void> {
  if ((await countWaiting(db, userId)) >= maxOpenContractOrders)
    throw new Refusal(codes.busy, { max_open: maxOpenContractOrders });
}

/** The row of an order to open, before it has an id. */
function openingOrder(
  { market, direction, leverage, limit, volume, tp, sl, triggerBy }: Placement,
  { userId, clientOrderId, source, replaces, now }: Placed,
): NewContractOrder {
  return {
    ...termColumns(market),
    user_id: userId,
    client_order_id: clientOrderId,
    direction,
    purpose: "open",
    lever_rate: leverage,
    order_type: limit === null ? "market" : "limit",
    price: limit,
    tp_price: tp,
    sl_price: sl,
    trigger_by: triggerBy,
    position_id: null,
    source,
    volume,
    accepted_at: now,
    replaces_id: replaces ?? null,
  };
}

/** The terms that an order or a position keeps. */
export function termColumns({ spec, code, terms }: ContractMarket) {
  return {
    contract_code: code,
    symbol: spec.symbol,
    currency: spec.quote,
    price_precision: spec.pricePrecision,
    amount_precision: spec.amountPrecision,
    size_value: terms.size.value,
    size_scale: terms.size.scale,
  };
}

/** The terms of a row that another is made from. */
export function copiedTerms(row: ReturnType<typeof termColumns>): ReturnType<typeof termColumns> {
  const {
    contract_code,
    symbol,
    currency,
    price_precision,
    amount_precision,
    size_value,
    size_scale,
  } = row;
  return {
    contract_code,
    symbol,
    currency,
    price_precision,
    amount_precision,
    size_value,
    size_scale,
  };
}

/** The other side. */
export function opposite(direction: Direction): Direction {
  return direction === "buy" ? "sell" : "buy";
}
