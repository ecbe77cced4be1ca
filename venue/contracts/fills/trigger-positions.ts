import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import type { Batch } from "../../matching/batches.ts";
import type { TakenBy } from "../../matching/fill-model.ts";
import { readTaken } from "../../matching/consumed-rows.ts";
import { bookClosing } from "./post-fills.ts";
import { closeOrder } from "../positions/close-position.ts";
import { settleClose } from "#protocol/rules/contracts/contract-settlement.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { noticeTriggered } from "../records/contract-notices.ts";
import { lockPositions, readTriggered } from "./due-rows.ts";
import { writeFillEnd } from "./end-fill.ts";
import { offeredTo, originsOf, walkContracts } from "./fill-takers.ts";
import { opposite } from "../orders/place-order.ts";
import { exposureOf } from "../records/position-risk.ts";
import { accountsOf } from "../records/postings.ts";
import type { PositionRow } from "../records/rows.ts";
import { isTriggered, reachedBy, type TriggerKind } from "../rules/triggers.ts";
import type { OpenTurn } from "./market-lock.ts";

/**
 * Closes by market what is free of the positions whose take profit or stop loss is reached; who got all of it
 * has neither any more. Where the book has too little the trigger stands, and goes on at the next look.
 * @param after the highest id that this pass has looked at
 * @returns those that it looked at now
 */
export async function triggerPositions(
  turn: OpenTurn,
  batch: Batch,
  { kind, after }: { kind: TriggerKind; after: number },
): Promise<number[]> {
  const { tx, code, prices, market, snapshot } = turn;
  const reached = (["mark", "last"] as const).flatMap((by) => {
    const price = reachedBy(by, prices);
    return price ? [{ by, ...price }] : [];
  });
  const seen = await readTriggered(tx.db, {
    code,
    kind,
    reached,
    openedAfter: turn.actingSince ?? 0,
    after,
    ...batch,
  });
  if (seen.length === 0) return [];
  const positions = await lockPositions(
    tx.db,
    seen.map(({ id }) => id),
  );
  await lockAccounts(tx, accountsOf(positions));
  const taken = await readTaken(tx.db, market.spec.symbol, snapshot.book.ts);
  for (const position of positions) {
    batch.begin(position.id);
    const isFree = position.lock_reason === null && position.frozen_volume < position.volume;
    if (isFree && isTriggered(kind, position, prices))
      await trigger(turn, position, { kind, taken });
  }
  return seen.map(({ id }) => id);
}

async function trigger(
  turn: OpenTurn,
  position: PositionRow,
  { kind, taken }: { kind: TriggerKind; taken: TakenBy[] },
): Promise<void> {
  const { tx, now } = turn;
  const direction = opposite(position.direction);
  const terms = termsOfRow(position);
  const volume = position.volume - position.frozen_volume;
  const { fills, end } = walkContracts(
    { side: direction, limit: null, volume },
    offeredTo(turn, { direction }, taken),
    terms,
  );
  if (fills.length === 0) return;
  const closing = await closeOrder(tx, position, {
    volume,
    price: null,
    clientOrderId: `${kind}:${position.id}:${position.moves}`,
    source: kind,
    now,
  });
  const closed = settleClose(exposureOf(position), fills, contractRates.taker, terms);
  const origins = originsOf(turn, closing.order, closed.parts, taken);
  const booked = await bookClosing(
    turn,
    { ...closing.order, seen_at: turn.snapshot.book.ts },
    closing.position,
    closed,
    { role: "taker", origins },
  );
  const isDone = end === "done";
  const after =
    isDone && booked.position.closed_at === null
      ? { ...booked.position, tp_price: null, sl_price: null }
      : booked.position;
  const written = await writeFillEnd(turn, {
    order: booked.order,
    position: after,
    end: { waits: false, reason: isDone ? null : end },
    isChanged: true,
  });
  await noticeTriggered(
    tx,
    { order: written.order, position: written.position ?? after },
    kind,
    now,
  );
}
