/**
 * Ends everything that is open, so that the exchange may take another market: orders are cancelled, positions
 * closed at the last mark price that this venue saw, running seconds contracts refunded. The same for everybody.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { moneyScale, type Price } from "#protocol/rules/contracts/contract-worth.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { addNotice } from "../../account/notices/notices.ts";
import { lockContract } from "../../contracts/fills/due-rows.ts";
import { endClosing, endOpening, isWaiting } from "../../contracts/orders/end-order.ts";
import { settledAt, settlePosition } from "../../contracts/positions/settle-position.ts";
import { readOpenPositions, readWaiting } from "../../contracts/records/list-rows.ts";
import { accountsOf } from "../../contracts/records/postings.ts";
import {
  type HeldContractOrder,
  lockOrder as lockContractOrder,
  lockPosition,
  type PositionRow,
} from "../../contracts/records/rows.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import { haltMarkets } from "../../matching/market-halt-rows.ts";
import { readPresences } from "../../matching/standstill-rows.ts";
import { refundOrders } from "../../seconds/orders/refund-orders.ts";
import { lockRunning } from "../../seconds/records/rows.ts";
import { accountsOf as stakesOf } from "../../seconds/records/postings.ts";
import type { AppendReceipt } from "../../seconds/proof/receipt-writer.ts";
import { canceledState, endOrder, releaseAccountsOf } from "../../spot/orders/end-order.ts";
import { type HeldOrder, lockOrder, readUnfinishedIds } from "../../spot/records/rows.ts";
import type { Db } from "../../store/schema.ts";
import type { Store, Transaction } from "../../store/store.ts";
import type { ActLog } from "./act-log.ts";
import { readAllPositions, readOpenOwners, readOpenSums } from "./open-things-rows.ts";

/** The last mark price of each market, by its symbol. */
export type LastMarks = ReadonlyMap<string, Price>;

export async function readLastMarks(db: Db): Promise<LastMarks> {
  return new Map(
    (await readPresences(db)).flatMap(({ symbol, mark, mark_scale: scale }) =>
      mark === null ? [] : [[symbol, { value: mark, scale }] as const],
    ),
  );
}

/** What settling would do, for each kind and currency; money in minor units. */
export interface SettlePlan {
  orders: Awaited<ReturnType<typeof readOpenSums>>;
  positions: Map<string, PositionSum>;
}

export interface PositionSum {
  count: number;
  /** Of them without a mark price: closed at what they cost. */
  unmarked: number;
  margin: bigint;
  realised: bigint;
  arrives: bigint;
}

export async function planSettling(store: Pick<Store, "read">): Promise<SettlePlan> {
  return store.read(async (db) => {
    const marks = await readLastMarks(db);
    const positions = new Map<string, PositionSum>();
    for (const position of await readAllPositions(db)) {
      const mark = marks.get(position.symbol) ?? null;
      const { margin, realised, arrives } = settledAt(position, mark);
      const sum = positions.get(position.currency);
      positions.set(position.currency, {
        count: (sum?.count ?? 0) + 1,
        unmarked: (sum?.unmarked ?? 0) + (mark ? 0 : 1),
        margin: (sum?.margin ?? 0n) + margin,
        realised: (sum?.realised ?? 0n) + realised,
        arrives: (sum?.arrives ?? 0n) + arrives,
      });
    }
    return { orders: await readOpenSums(db), positions };
  });
}

export interface SettleDeps {
  store: Store;
  acts: ActLog;
  appendReceipt: AppendReceipt;
  clock: { now(): number };
}

/** A user whose contract another process moves at the moment is asked for again. */
const rounds = 40;
const againMs = 50;

/**
 * Halts a running venue's markets, then settles one user after another, each in one transaction with its
 * notice: ended in between, it goes on where it is run again.
 * @returns how many users had something open, and how many still have
 */
export async function settleOpen(
  deps: SettleDeps,
  { reason }: { reason: string },
): Promise<{ settled: number; left: number }> {
  const { store, clock } = deps;
  const owners = await store.read(readOpenOwners);
  if (owners.length === 0) return { settled: 0, left: 0 };
  await store.command((tx) => haltMarkets(tx.db, { since: clock.now(), reason }));
  const settled = new Set<number>();
  // What was being accepted when the halt came may yet appear: nothing open is believed when seen twice.
  let empty = 0;
  for (let round = 0; round < rounds && empty < 2; round++) {
    if (round > 0) await sleep(againMs);
    const left = await store.read(readOpenOwners);
    empty = left.length === 0 ? empty + 1 : 0;
    for (const userId of left)
      if (await store.command((tx) => settleUser(tx, deps, { userId, reason })))
        settled.add(userId);
  }
  return { settled: settled.size, left: (await store.read(readOpenOwners)).length };
}

/** @returns whether anything was settled; not where another process has one of the contracts */
async function settleUser(
  tx: Transaction,
  { acts, appendReceipt, clock }: SettleDeps,
  { userId, reason }: { userId: number; reason: string },
): Promise<boolean> {
  const { db } = tx;
  const now = clock.now();
  const end = { reason: "settled", now };
  // Contracts, positions, orders, then accounts: as everybody locks them.
  const seen = await readOpenPositions(db, userId);
  for (const code of [...new Set(seen.map(({ contract_code }) => contract_code))].sort())
    if (!(await lockContract(db, code))) return false;
  const positions = new Map<number, PositionRow>();
  for (const { id } of seen) {
    const position = await lockPosition(db, userId, id);
    if (position?.closed_at === null) positions.set(id, position);
  }
  const contractOrders: HeldContractOrder[] = [];
  for (const { id } of await readWaiting(db, userId)) {
    const order = await lockContractOrder(db, userId, id);
    if (order && isWaiting(order)) contractOrders.push(order);
  }
  const coinOrders: HeldOrder[] = [];
  for (const id of await readUnfinishedIds(db, userId)) {
    const order = await lockOrder(db, userId, id);
    if (order?.finished_at === null) coinOrders.push(order);
  }
  const positionOf = ({ purpose, position_id }: HeldContractOrder) =>
    purpose === "close" ? positions.get(position_id ?? 0) : undefined;
  // One closes a position that was opened since they were looked for: the next round has both.
  if (contractOrders.some((order) => order.purpose === "close" && !positionOf(order))) return false;
  const running = await lockRunning(db, userId);
  await lockAccounts(tx, [
    ...accountsOf([...positions.values(), ...contractOrders]),
    ...releaseAccountsOf(coinOrders),
    ...stakesOf(running),
  ]);

  for (const order of contractOrders) {
    const position = positionOf(order);
    if (position) positions.set(position.id, (await endClosing(tx, order, position, end)).position);
    else await endOpening(tx, order, end);
  }
  for (const order of coinOrders)
    await endOrder(tx, order, { state: canceledState(order), ...end });
  const marks = await readLastMarks(db);
  let realised = 0n;
  for (const position of positions.values()) {
    const mark = marks.get(position.symbol) ?? null;
    realised += settledAt(position, mark).realised;
    await settlePosition(tx, position, { mark, now });
  }
  await refundOrders(tx, running, { appendReceipt, now });
  const facts = {
    orders: contractOrders.length + coinOrders.length,
    positions: positions.size,
    realised: trimZeros(formatAmount(realised, moneyScale)),
    seconds: running.length,
    reason,
  };
  if (facts.orders + facts.positions + facts.seconds === 0) return false;
  await addNotice(tx, { userId, kind: "settled", facts, now });
  await acts.write(tx, {
    event: "open-settled",
    outcome: "ok",
    userId: String(userId),
    ip: "",
    requestId: "",
    now,
    facts,
  });
  return true;
}
