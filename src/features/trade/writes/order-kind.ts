import * as codes from "#protocol/wire/error-codes.ts";
import { ApiError } from "../../../api/api-error.ts";
import type { WriteKind } from "../../../writes/run-write.ts";
import type { Write } from "../../../writes/write.ts";

/** What an order has come to. `waiting` rests in the book or waits for its stop price. */
export type Ending = "reviewing" | "waiting" | "filled" | "partly" | "cancelled";

/** An order from the ticket to its outcome. */
export type OrderWrite<Intent, Order> = Write<Intent, Order, Ending>;

export type OrderKind<Intent, Order> = WriteKind<Intent, Order, Ending>;

/** What is particular to the orders of one market. */
export interface OrderTerms<Intent, Order>
  extends
    Pick<OrderKind<Intent, Order>, "name" | "send" | "appearsIn" | "invalidates">,
    Required<Pick<OrderKind<Intent, Order>, "persisted" | "lockOf">> {
  /** An order by its own id, or by the device's. @throws ApiError `noSuchOrder` where there is none */
  ask: (which: { id: string } | { client_order_id: string }, signal: AbortSignal) => Promise<Order>;
  /** What an order has come to; undefined while it is about to meet the market. */
  end: (order: Order) => Ending | undefined;
  /** Stays in the book when the market has nothing at its price at once. */
  mayRest: (order: Order) => boolean;
}

/** Answers after which an order that may rest is known to: by then it has met the book. */
const answersNeeded = 2;

/** How orders of one market are placed and followed to their outcome. */
export function orderKind<Intent, Order extends { id: string }>({
  ask,
  end,
  mayRest,
  ...terms
}: OrderTerms<Intent, Order>): OrderKind<Intent, Order> {
  return {
    ...terms,
    isResumed: true,
    isAskedWhenLate: true,
    find: ({ id }, signal) => orUndefined(ask({ client_order_id: id }, signal)),
    follow: ({ id }, signal) => ask({ id }, signal),
    judge(order, { answers }) {
      const rests = mayRest(order) && answers >= answersNeeded;
      const outcome = end(order) ?? (rests ? "waiting" : undefined);
      return outcome === undefined ? "accepted" : { outcome };
    },
  };
}

/** The order; undefined where the venue has none. */
export async function orUndefined<Order>(order: Promise<Order>): Promise<Order | undefined> {
  try {
    return await order;
  } catch (error) {
    if (error instanceof ApiError && error.status === codes.noSuchOrder) return undefined;
    throw error;
  }
}
