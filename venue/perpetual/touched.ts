import { lockAccounts } from "../ledger/accounts.ts";
import { claimPositions, claimWaiting, readTouchedIds } from "./due-rows.ts";
import { accountsOf } from "./postings.ts";
import type { ContractOrderRow, HeldContractOrder, PositionRow } from "./rows.ts";
import type { Turn } from "./turn.ts";

type Side = Pick<PositionRow, "user_id" | "direction">;

/** The open positions that a command has locked, as they are after what it did so far. */
export class Positions {
  private readonly bySide = new Map<string, PositionRow>();

  constructor(positions: readonly PositionRow[]) {
    for (const position of positions) this.put(position);
  }

  /** The one that an order closes or adds to. */
  of({
    purpose,
    user_id,
    direction,
  }: Pick<ContractOrderRow, "purpose"> & Side): PositionRow | undefined {
    const side = purpose === "open" ? direction : direction === "buy" ? "sell" : "buy";
    return this.bySide.get(keyOf({ user_id, direction: side }));
  }

  put(position: PositionRow): void {
    if (position.closed_at === null) this.bySide.set(keyOf(position), position);
    else this.bySide.delete(keyOf(position));
  }
}

function keyOf({ user_id, direction }: Side): string {
  return `${user_id} ${direction}`;
}

/**
 * Locks orders with all that filling them may touch: positions first, then orders, each by id, then accounts.
 * Nobody but whoever has the contract's turn makes or ends a position, so those found stay all there are.
 * @returns those orders that still wait, by id; one that is being changed in this moment is passed over
 */
export async function claimTouched(
  { tx, code }: Pick<Turn, "tx" | "code">,
  seen: readonly ContractOrderRow[],
): Promise<{ orders: HeldContractOrder[]; positions: Positions }> {
  const positions = await claimPositions(tx.db, await readTouchedIds(tx.db, code, seen));
  const orders = await claimWaiting(
    tx.db,
    seen.map(({ id }) => id),
  );
  await lockAccounts(tx, accountsOf(orders));
  return { orders, positions: new Positions(positions) };
}
