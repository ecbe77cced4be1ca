import type { Price } from "#protocol/rules/contracts/contract-worth.ts";
import type { Batch } from "../../matching/batches.ts";
import { noticeNearness } from "../records/contract-notices.ts";
import { withWarning } from "../records/position-risk.ts";
import { type PositionRow, updatePosition } from "../records/rows.ts";
import { lockPositions, readWarnings } from "./due-rows.ts";
import type { OpenTurn } from "./market-lock.ts";

/**
 * Warns the owners of positions that the mark price has brought near their liquidation (rules.md, 4). A price that
 * leaps over two warnings gives the later one alone.
 * @param after the highest id that this pass has looked at
 * @returns those that it looked at now
 */
export async function warnPositions(
  { tx, code, now }: OpenTurn,
  mark: Price,
  batch: Batch,
  after: number,
): Promise<number[]> {
  const seen = await readWarnings(tx.db, { code, mark: mark.value, after, ...batch });
  const positions = await lockPositions(
    tx.db,
    seen.map(({ id }) => id),
  );
  for (const position of positions) {
    batch.begin(position.id);
    let warned: PositionRow = position;
    while (isReached(warned, mark))
      warned = withWarning({ ...warned, warned: warned.warned + 1, updated_at: now });
    if (warned.warned === position.warned) continue;
    await updatePosition(tx.db, warned);
    await noticeNearness(tx, warned, mark, now);
  }
  return seen.map(({ id }) => id);
}

function isReached({ direction, warn_price }: PositionRow, { value }: Price): boolean {
  return warn_price !== null && (direction === "buy" ? warn_price >= value : warn_price <= value);
}
