import type { OrderType, TimeInForce, CoinOrder, spotEndpoints } from "#protocol/api/spot.ts";
import type { BookLevel, MarketScales, Rate, Side } from "#protocol/rules/spot-fill.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import type { OrderWrite } from "../../trade/writes/order-kind.ts";

/** What was typed, as plain decimals; `null` where the text is no number. */
export interface TicketDraft {
  side: Side;
  type: OrderType;
  /** Of a limit and a stop-limit order. */
  tif: TimeInForce;
  /** By a total in the quote currency, or by quantity. */
  by: "value" | "amount";
  price: string | null;
  stopPrice: string | null;
  value: string | null;
  amount: string | null;
  /** How its stop is reached, where that was decided before; else it follows from the last price. */
  operator?: "gte" | "lte" | undefined;
  /** Id of an order that ends when this one stands. */
  replaces?: string | undefined;
}

/** A market's rules as the ticket needs them; amounts in minor units. */
export interface TicketMarket {
  symbol: string;
  base: string;
  quote: string;
  scales: MarketScales;
  /** Decimals a spend may have. */
  valueDecimals: number;
  minValue: bigint;
  maxValue: bigint;
  minAmount: bigint;
  maxAmount: bigint;
  /** Of an order that takes from the book. */
  feeRate: Rate;
  makerRate: Rate;
  /** As factors of the last price: how high a buy and how low a sell may be limited. */
  buyBelow: Rate | null;
  sellAbove: Rate | null;
  /** Lots above which a sell waits for the operator. */
  reviewOver: bigint | null;
  online: boolean;
}

export interface TicketFacts {
  market: TicketMarket;
  /** Available in units of the two currencies; null for a visitor, before the first balance and where one could not be read. */
  available: { base: bigint; quote: bigint } | null;
  /** The whole account in quote units; null where nobody can say. */
  worth: bigint | null;
  /** The last trade's price in ticks; null before the first. */
  last: bigint | null;
  /** Orders that wait; null where not known. */
  openOrders: number | null;
  /** The displayed book. */
  asks: readonly BookLevel[];
  bids: readonly BookLevel[];
}

/** A draft's numbers in minor units; undefined where there is none. */
export interface TicketNumbers {
  price: bigint | undefined;
  stopPrice: bigint | undefined;
  /** Quote units of a market order by total. */
  spend: bigint | undefined;
  /** Lots of every other order; of a limit order by total, as many as it pays for at its price. */
  lots: bigint | undefined;
  operator: "gte" | "lte" | undefined;
}

export const hasLimit = (type: OrderType) => type === "limit" || type === "stop-limit";

export const hasStop = (type: OrderType) => type === "stop-limit" || type === "stop-market";

/** Whether the quantity is given as a total: a sell at whatever price has no total to give. */
export function bySpending(draft: Pick<TicketDraft, "side" | "type" | "by">): boolean {
  return draft.by === "value" && (draft.side === "buy" || hasLimit(draft.type));
}

/** A stop-limit order may not be post-only. */
export function tifOf(draft: Pick<TicketDraft, "type" | "tif">): TimeInForce {
  return draft.type === "stop-limit" && draft.tif === "post_only" ? "gtc" : draft.tif;
}

type ReplaceRequest = RequestOf<typeof spotEndpoints.coinReplaceOrder>;

/** What was asked for when the form was confirmed, without the id under which it is sent. */
export type OrderIntent = Omit<ReplaceRequest, "client_order_id" | "id"> & {
  /** Id of the order whose place this one takes; `filled_amount` says how much of that one was seen filled. */
  replaces?: string | undefined;
};

export type CoinOrderWrite = OrderWrite<OrderIntent, CoinOrder>;
