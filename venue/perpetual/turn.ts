import { aheadMs, type MarketSource } from "../feed/market-source.ts";
import { isFresh, readSnapshot, type Snapshot } from "../matching/market-view.ts";
import type { NotifyBus } from "../market/notify-bus.ts";
import type { Transaction } from "../store/store.ts";
import { type ContractMarket, type Prices, pricesOf } from "./contract-market.ts";
import { claimContract, isUnfunded } from "./due-rows.ts";
import { fundingBefore } from "./funding-time.ts";

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
 * @param forFunding whether the command settles what the others have to wait for
 * @returns undefined where another process has it, what it shows went stale while the database was waited
 *   for, or a funding settlement comes first
 */
export async function takeTurn(
  tx: Transaction,
  view: View,
  { bus, now, forFunding = false }: { bus: NotifyBus; now: number; forFunding?: boolean },
): Promise<Turn | undefined> {
  const { snapshot, prices } = view;
  if (snapshot && !isFresh(snapshot.book.ts, now)) return undefined;
  if (prices.mark && !isFresh(prices.ts, now)) return undefined;
  if (!(await claimContract(tx.db, view.code))) return undefined;
  if (!forFunding && (await isUnfunded(tx.db, view.code, fundingBefore(now)))) return undefined;
  return { ...view, tx, bus, now };
}

/** What was accepted or begun after this has yet to come about: the clock was set back. */
export function aheadOf({ now }: Pick<Turn, "now">): number {
  return now + aheadMs;
}

export function isOpenTurn(turn: Turn): turn is OpenTurn {
  return turn.market !== undefined && turn.snapshot !== undefined;
}
