import { formatAmount } from "#protocol/wire/amount.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { isExhausted, mustLiquidate } from "#protocol/rules/contracts/contract-risk.ts";
import {
  type ContractTerms,
  entryPrice,
  moneyScale,
  type Price,
} from "#protocol/rules/contracts/contract-worth.ts";
import { divideUp, pow10 } from "#protocol/wire/rounding.ts";
import { addNotice } from "../../account/notices/notices.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import type { Batch } from "../../matching/batches.ts";
import type { TakenBy } from "../../matching/fill-model.ts";
import { readTaken } from "../../matching/consumed-rows.ts";
import { announceOrder } from "../records/wire.ts";
import { bookClosing } from "./post-fills.ts";
import { closeOrder } from "../positions/close-position.ts";
import {
  liquidationFills,
  settleLiquidation,
} from "#protocol/rules/contracts/contract-settlement.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { lockAround, lockPositions, readLiquidations } from "./due-rows.ts";
import { writeFillEnd } from "./end-fill.ts";
import { endClosing, endOpening } from "../orders/end-order.ts";
import { offeredTo, originsOf } from "./fill-takers.ts";
import { opposite } from "../orders/place-order.ts";
import { exposureOf } from "../records/position-risk.ts";
import { accountsOf } from "../records/postings.ts";
import type { HeldContractOrder, PositionRow } from "../records/rows.ts";
import type { OpenTurn } from "./market-lock.ts";

/**
 * How far the exact rule, which rounds money, may lie from the liquidation price that is kept, in units of the
 * mark price: a few minor units over the base of one contract.
 */
export function slackOf({ size }: ContractTerms, mark: Price): bigint {
  return divideUp(8n * pow10(mark.scale + size.scale), size.value * pow10(moneyScale)) + 1n;
}

/**
 * Liquidates positions whose margin ratio is 100 % or beyond at the mark price (rules.md, 4): ends the orders
 * around one, and closes it whole against the book, where that shows too little the rest at the worst price
 * shown. What its margin has left goes to the insurance, what it lacks comes from there.
 * @param after the highest id that this pass has looked at
 * @returns those that it looked at now
 */
export async function liquidatePositions(
  turn: OpenTurn,
  mark: Price,
  batch: Batch,
  after: number,
): Promise<number[]> {
  const { tx, code, market, snapshot } = turn;
  const { terms } = market;
  const seen = await readLiquidations(tx.db, {
    code,
    mark: mark.value,
    slack: slackOf(terms, mark),
    after,
    ...batch,
  });
  if (seen.length === 0) return [];
  const claimed = await lockPositions(
    tx.db,
    seen.map(({ id }) => id),
  );
  const due = claimed.filter((position) => {
    // An owner who has his minute after a standstill loses it only with the last of the margin.
    const isDue = position.opened_at <= (turn.actingSince ?? 0) ? isExhausted : mustLiquidate;
    return isDue(exposureOf(position), mark, termsOfRow(position), contractRates.taker);
  });
  const around = await lockAround(tx.db, due);
  await lockAccounts(tx, accountsOf(due));
  const taken = await readTaken(tx.db, market.spec.symbol, snapshot.book.ts);
  for (const position of due) {
    batch.begin(position.id);
    await liquidate(turn, position, {
      taken,
      around: around.filter((order) => isAround(order, position)),
    });
  }
  return seen.map(({ id }) => id);
}

/** What a liquidation ends: orders that close the position, and those that would add to it. */
function isAround(order: HeldContractOrder, { id, user_id, direction }: PositionRow): boolean {
  return order.purpose === "close"
    ? order.position_id === id
    : order.user_id === user_id && order.direction === direction;
}

async function liquidate(
  turn: OpenTurn,
  position: PositionRow,
  { taken, around }: { taken: TakenBy[]; around: readonly HeldContractOrder[] },
): Promise<void> {
  const { tx, bus, now, prices } = turn;
  const direction = opposite(position.direction);
  const { fills, beyond } = liquidationFills(
    direction,
    position.volume,
    offeredTo(turn, { direction }, taken),
  );
  // A book that shows nothing at all has no price to close at.
  if (fills.length === 0) return;
  let freed = position;
  for (const order of around) {
    const end = { reason: "liquidation", now };
    if (order.purpose === "open") {
      announceOrder(tx, bus, await endOpening(tx, order, end));
      continue;
    }
    const ended = await endClosing(tx, order, freed, end);
    announceOrder(tx, bus, ended.order);
    freed = ended.position;
  }
  const { volume } = freed;
  const closing = await closeOrder(tx, freed, {
    volume,
    price: null,
    clientOrderId: `liquidation:${position.id}`,
    source: "liquidation",
    now,
  });
  const terms = termsOfRow(position);
  const closed = settleLiquidation(exposureOf(freed), fills, contractRates.taker, terms);
  const origins = originsOf(
    turn,
    closing.order,
    closed.parts.slice(0, beyond > 0n ? -1 : undefined),
    taken,
  );
  const booked = await bookClosing(
    turn,
    { ...closing.order, seen_at: turn.snapshot.book.ts },
    closing.position,
    closed,
    { role: "taker", origins },
  );
  await writeFillEnd(turn, { ...booked, end: { waits: false, reason: null }, isChanged: true });
  await addNotice(tx, {
    userId: position.user_id,
    kind: "liquidation",
    refType: "contract_position",
    refId: position.id,
    now,
    facts: {
      contract_code: position.contract_code,
      direction: position.direction,
      volume: Number(volume),
      price: formatAmount(entryPrice(closed.cost, volume, terms, terms.price), terms.price),
      margin_lost: formatAmount(position.margin, moneyScale),
      currency: position.currency,
      ...(prices.mark && { mark_price: formatAmount(prices.mark.value, prices.mark.scale) }),
    },
  });
}
