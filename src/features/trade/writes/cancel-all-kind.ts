import { ApiError } from "../../../api/api-error.ts";
import type { PlainKind } from "../../../writes/plain-kind.ts";
import type { CancelCalls } from "./cancel-kind.ts";

/** The outcome of one of the orders; `over` where it has ended in a way that was not read. */
export interface CancelResult<Order> {
  order: Order;
  became: "cancelled" | "ended" | "over" | "open";
}

/** Cancelling all orders of one market, or of the account. Its intent is the orders as they were seen. */
export type CancelAllKind<Order> = PlainKind<readonly Order[], readonly CancelResult<Order>[]>;

export interface CancelAllCalls<Order> extends Pick<
  CancelCalls<Order>,
  "name" | "terms" | "ask" | "invalidates"
> {
  /** @param orders as they were seen when they were asked about */
  cancelAll: (orders: readonly Order[]) => Promise<{ canceled: string[] }>;
  /** Every order that waits now. */
  open: () => Promise<readonly Order[]>;
}

/** Of more than these nobody is asked how they ended. */
const mostAsked = 20;

/** How all orders are cancelled together. Cancelling twice is the same, so the message needs no id. */
export function cancelAllKind<Order extends { id: string }>({
  name,
  terms,
  ask,
  cancelAll,
  open,
  invalidates,
}: CancelAllCalls<Order>): CancelAllKind<Order> {
  /** What the venue said to have cancelled, also where the rest cannot be read at once. */
  let cancelled: ReadonlySet<string> = new Set();

  async function resultsOf(
    orders: readonly Order[],
    openIds: ReadonlySet<string>,
  ): Promise<readonly CancelResult<Order>[]> {
    const results: CancelResult<Order>[] = [];
    let asked = 0;
    for (const order of orders) {
      if (cancelled.has(order.id)) results.push({ order, became: "cancelled" });
      else if (openIds.has(order.id)) results.push({ order, became: "open" });
      else results.push(asked++ < mostAsked ? await howEnded(order) : { order, became: "over" });
    }
    return results;
  }

  async function howEnded(before: Order): Promise<CancelResult<Order>> {
    try {
      const order = await ask(before.id);
      if (!terms.isOver(order)) return { order, became: "open" };
      return { order, became: terms.endedByCancel(order) ? "cancelled" : "ended" };
    } catch {
      return { order: before, became: "over" };
    }
  }

  const openNow = async () => new Set((await open()).map(({ id }) => id));

  return {
    name,
    // While the message is on its way, an order that still waits may yet be cancelled by it.
    judge: (results, { isOnItsWay }) =>
      isOnItsWay && results.some(({ became }) => became === "open")
        ? "pending"
        : { outcome: "done" },
    isRepeatable: true,
    isAskedWhenLate: true,
    async send({ intent }) {
      cancelled = new Set();
      cancelled = new Set((await cancelAll(intent)).canceled);
      try {
        return await resultsOf(intent, await openNow());
      } catch (cause) {
        // The cancel itself was answered; the outcome of the others is read again.
        throw new ApiError(name, "The open orders did not arrive", { status: null, cause });
      }
    },
    async find({ intent }) {
      const openIds = await openNow();
      const isUnchanged = cancelled.size === 0 && intent.every(({ id }) => openIds.has(id));
      return isUnchanged ? undefined : resultsOf(intent, openIds);
    },
    invalidates,
  };
}

/** What an absent message means for each order: it still waits. */
export function unchangedResults<Order>(orders: readonly Order[]): readonly CancelResult<Order>[] {
  return orders.map((order) => ({ order, became: "open" }));
}

/** How chosen orders are named to the venue. */
export function idsOf(orders: readonly { id: string }[]): string[] {
  return orders.map(({ id }) => id);
}
