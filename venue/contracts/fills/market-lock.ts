import type { NotifyBus } from "../../deps/notify-bus.ts";
import { type MarketSource, aheadMs } from "../../feed/market-source.ts";
import { lockAccounts } from "../../ledger/accounts.ts";
import { type Snapshot, isFresh, readSnapshot } from "../../matching/market-view.ts";
import { readReopening } from "../../matching/standstill.ts";
import type { Transaction } from "../../store/store.ts";
import { type ContractMarket, type Prices, pricesOf } from "../records/contract-market.ts";
import { accountsOf } from "../records/postings.ts";
import type { ContractOrderRow, HeldContractOrder, PositionRow } from "../records/rows.ts";
import { fundingBefore } from "../rules/funding-time.ts";
import type { OpenMarket } from "../rules/rules.ts";
import {
  lockContract,
  lockPositions,
  lockWaiting,
  isUnfunded,
  readTouchedIds,
} from "./due-rows.ts";

/** What a contract's market shows to one transaction. */
export interface View {
  code: string;
  /** Undefined where the contract is not listed any more. */
  market: ContractMarket | undefined;
  /** Its book, undefined where there is no fresh one. */
  snapshot: Snapshot | undefined;
  /** Mark and last price, null where they are not fresh. */
  prices: Prices;
}

/** A contract for one command alone. */
export interface Turn extends View {
  tx: Transaction;
  bus: NotifyBus;
  /** Unix ms. */
  now: number;
  /** What was there before this, Unix ms, waits: the market stood still and owners have their minute. */
  actingSince: number | undefined;
}

/** A turn in a market that shows a book. */
export type OpenTurn = Turn & { market: ContractMarket; snapshot: Snapshot };

export async function readView(
  source: MarketSource,
  { code, market }: Pick<View, "code" | "market">,
  now: number,
): Promise<View> {
  if (!market)
    return { code, market, snapshot: undefined, prices: { mark: null, last: null, ts: now } };
  return {
    code,
    market,
    snapshot: await readSnapshot(source, market.spec.symbol, now),
    prices: freshPrices(source, market, now),
  };
}

/** Mark and last price, neither of them where the market is not traded or last said something too long ago. */
export function freshPrices(source: MarketSource, { spec }: ContractMarket, now: number): Prices {
  const ticker = source.ticker(spec.symbol);
  if (spec.state !== "online" || !ticker || !isFresh(ticker.ts, now))
    return { mark: null, last: null, ts: ticker?.ts ?? now };
  return { ...pricesOf(source, spec.symbol, spec.pricePrecision), ts: ticker.ts };
}

/**
 * Takes a contract for this command.
 * @param first what the command settles, that the others have to wait for
 * @returns undefined where another process has it, what it shows went stale while the database was waited
 *   for, the market stood still and positions have yet to be seen through it, or a funding settlement
 *   comes first
 */
export async function takeTurn(
  tx: Transaction,
  view: View,
  { bus, now, first }: { bus: NotifyBus; now: number; first?: "standstill" | "funding" },
): Promise<Turn | undefined> {
  const { snapshot, prices } = view;
  if (snapshot && !isFresh(snapshot.book.ts, now)) return undefined;
  if (prices.mark && !isFresh(prices.ts, now)) return undefined;
  if (!(await lockContract(tx.db, view.code))) return undefined;
  const { symbol } = view.market?.spec ?? {};
  const reopening = symbol === undefined ? undefined : await readReopening(tx.db, symbol, now);
  // A market that shows nothing moves nothing: orders may time out in it.
  const isShown = snapshot !== undefined || prices.mark !== null;
  if (first !== "standstill" && isShown && reopening?.isAway === true) return undefined;
  if (first === undefined && (await isUnfunded(tx.db, view.code, fundingBefore(now))))
    return undefined;
  return { ...view, tx, bus, now, actingSince: reopening?.actingSince };
}

/** What was accepted or begun after this has yet to come about: the clock was set back. */
export function aheadOf({ now }: Pick<Turn, "now">): number {
  return now + aheadMs;
}

export function isOpenTurn(turn: Turn): turn is OpenTurn {
  return turn.market !== undefined && turn.snapshot !== undefined;
}

/** The market as orders may be given in it at this moment; undefined where they may not. */
export function openMarketOf({
  market,
  snapshot,
  prices: { mark, last },
}: Turn): OpenMarket | undefined {
  if (!market || !snapshot || !mark || last === null) return undefined;
  const quote = (side: typeof snapshot.book.bids) => (side[0] ? BigInt(side[0][0]) : undefined);
  return {
    ...market,
    mark,
    last,
    quotes: { bid: quote(snapshot.book.bids), ask: quote(snapshot.book.asks) },
  };
}

type Side = Pick<PositionRow, "user_id" | "direction">;

/** The open positions that a command has locked, as they are after what it did so far. */
class Positions {
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
 * Only the holder of the contract's lock opens or closes positions, so those found stay complete.
 * @returns those orders that still wait, by id; one that is being changed in this moment is passed over
 */
export async function lockTouched(
  { tx, code }: Pick<Turn, "tx" | "code">,
  seen: readonly ContractOrderRow[],
): Promise<{ orders: HeldContractOrder[]; positions: Positions }> {
  const positions = await lockPositions(tx.db, await readTouchedIds(tx.db, code, seen));
  const orders = await lockWaiting(
    tx.db,
    seen.map(({ id }) => id),
  );
  await lockAccounts(tx, accountsOf(orders));
  return { orders, positions: new Positions(positions) };
}
