import type { Book } from "../../feed/market-source.ts";
import type { ContractFillRow, ContractOrderRow } from "../records/rows.ts";
import type { OpenTurn } from "./market-lock.ts";

/** Where contracts of a fill were: a level of the book or a trade of the market, in ticks and lots of the coin. */
export interface Origin {
  price: bigint;
  /** That were taken there. */
  lots: bigint;
  /** That were offered there; null where it was more than the market showed. */
  shown: bigint | null;
  trade: string | null;
}

/** How an order was filled; one origin for each part. */
export interface Filled {
  role: "maker" | "taker";
  origins: readonly Origin[];
}

/** One price's part of a fill in money. */
export interface FilledPart {
  price: bigint;
  volume: bigint;
  cost: bigint;
  /** That it brought to the position; negative: took from it. */
  margin: bigint;
  realised: bigint;
  fee: bigint;
}

/** The rows of what an order got, with the snapshot and the mark price of that moment. */
export function fillRows(
  { snapshot: { book, source }, prices, now }: OpenTurn,
  order: ContractOrderRow,
  positionId: number,
  parts: readonly FilledPart[],
  { role, origins }: Filled,
): ContractFillRow[] {
  const { user_id, contract_code, symbol, direction, purpose } = order;
  return parts.map(({ price, volume, cost, margin, realised, fee }, at) => {
    const origin = origins[at];
    return {
      order_id: order.id,
      seq: order.fills + at + 1,
      user_id,
      contract_code,
      symbol,
      direction,
      purpose,
      position_id: positionId,
      price,
      volume,
      cost,
      margin,
      realised,
      fee,
      role,
      lots: origin?.lots ?? 0n,
      source,
      source_version: BigInt(book.version),
      snapshot_at: book.ts,
      created_at: now,
      level_price: origin?.price ?? price,
      best_bid: bestOf(book.bids),
      best_ask: bestOf(book.asks),
      shown: origin?.shown ?? null,
      market_trade: origin?.trade ?? null,
      mark: prices.mark?.value ?? null,
    };
  });
}

function bestOf([best]: Book["bids"]): bigint | null {
  return best ? BigInt(best[0]) : null;
}
