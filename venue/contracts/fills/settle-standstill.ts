import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { afterStandstill } from "#protocol/rules/contracts/contract-standstill.ts";
import { entryPrice, moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import { formatAmount } from "#protocol/wire/amount.ts";
import { addNotice } from "../../account/notices/notices.ts";
import type { Batch } from "../../matching/batches.ts";
import { actMs, noticedMs } from "../../matching/standstill.ts";
import {
  type MarketPresence,
  readPresence,
  settleStandstill,
} from "../../matching/standstill-rows.ts";
import { termsOfRow } from "../records/contract-market.ts";
import { exposureOf, withRisk } from "../records/position-risk.ts";
import { type PositionRow, updatePosition } from "../records/rows.ts";
import { announcePosition } from "../records/wire.ts";
import { lockPositions, readUnsettled } from "./due-rows.ts";
import type { Turn } from "./market-lock.ts";

/** A standstill with the marks around it. */
interface Standstill {
  from: number;
  to: number;
  before: { value: bigint; scale: number };
  after: { value: bigint; scale: number };
}

/**
 * Sees some of the positions of a contract through its last standstill (rules.md, 4): of the move of the mark
 * price a position counts at most what it was away from its liquidation, in gain as in loss. No money moves:
 * what does not count changes the position's cost.
 * @returns whether there may be more
 */
export async function settlePositions(turn: Turn, batch: Batch): Promise<boolean> {
  const { tx, code, market } = turn;
  const presence = market && (await readPresence(tx.db, market.spec.symbol));
  const standstill = presence && standstillOf(presence);
  if (!standstill) return false;
  const seen = await readUnsettled(tx.db, { code, reopenedAt: standstill.to, ...batch });
  const positions = await lockPositions(
    tx.db,
    seen.map(({ id }) => id),
  );
  for (const position of positions) {
    batch.begin(position.id);
    await settleOne(turn, position, standstill);
  }
  const isMore = seen.length === batch.limit;
  if (!isMore && batch.skipped.length === 0)
    await settleStandstill(tx.db, presence.symbol, standstill.to);
  return isMore;
}

function standstillOf({
  left_at: from,
  reopened_at: to,
  mark_before,
  mark_after,
  mark_scale: scale,
  is_settled,
}: MarketPresence): Standstill | undefined {
  if (is_settled === 1 || from === null || to === null) return undefined;
  if (mark_before === null || mark_after === null) return undefined;
  return {
    from,
    to,
    before: { value: mark_before, scale },
    after: { value: mark_after, scale },
  };
}

async function settleOne(
  { tx, bus, now, prices }: Turn,
  position: PositionRow,
  { from, to, before, after }: Standstill,
): Promise<void> {
  const terms = termsOfRow(position);
  const { cost, moved, counted } = afterStandstill(
    exposureOf(position),
    { before, after },
    terms,
    contractRates.taker,
  );
  const isLimited = counted !== moved;
  const settled = withRisk({
    ...position,
    cost,
    uncounted: position.uncounted + moved - counted,
    reopened_at: to,
    ...(isLimited && { updated_at: now }),
  });
  await updatePosition(tx.db, settled);
  if (isLimited) announcePosition(tx, bus, settled, prices);
  if (!isLimited && to - from < noticedMs) return;
  const entry = (of: PositionRow) =>
    formatAmount(entryPrice(of.cost, of.volume, terms, terms.price), terms.price);
  await addNotice(tx, {
    userId: position.user_id,
    kind: "standstill",
    refType: "contract_position",
    refId: position.id,
    facts: {
      contract_code: position.contract_code,
      direction: position.direction,
      currency: position.currency,
      from,
      to,
      until: to + actMs,
      mark_before: formatAmount(before.value, before.scale),
      mark_after: formatAmount(after.value, after.scale),
      moved: formatAmount(moved, moneyScale),
      counted: formatAmount(counted, moneyScale),
      ...(isLimited && { entry_before: entry(position), entry_after: entry(settled) }),
    },
    now,
  });
}
