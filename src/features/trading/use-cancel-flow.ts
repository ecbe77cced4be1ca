import { useQueryClient } from "@tanstack/react-query";
import { atom, useAtomValue, useStore } from "jotai";
import type { Endpoint } from "#protocol/endpoint.ts";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { isCancelling, type CancelFlow } from "./cancel-flow.ts";
import { runCancel, type CancelDoors } from "./run-cancel.ts";

/** One kind of orders that can be cancelled. */
export interface Cancellable<Order> extends Pick<CancelDoors<Order>, "next" | "cancel" | "ask"> {
  /** What a cancel spoils. */
  spoils: readonly Endpoint[];
}

/** Flows of one kind by user and order, so that a sheet may close and a row still say "cancelling". */
export function cancelFlowsAtom<Order>() {
  return atom<ReadonlyMap<string, CancelFlow<Order>>>(new Map());
}

/** What is being done about cancelling one order, and the way to do it. */
export function useCancelFlow<Order extends { id: string }>(
  flowsAtom: ReturnType<typeof cancelFlowsAtom<Order>>,
  kind: Cancellable<Order>,
  orderId: string,
) {
  const client = useQueryClient();
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const key = `${userId}:${orderId}`;
  const flow = useAtomValue(flowsAtom).get(key);

  function show(shown: CancelFlow<Order> | undefined) {
    const flows = new Map(store.get(flowsAtom));
    if (shown) flows.set(key, shown);
    else flows.delete(key);
    store.set(flowsAtom, flows);
  }

  async function cancel(order: Order) {
    if (userId === null || isCancelling(store.get(flowsAtom).get(key))) return;
    const isOver = () => store.get(sessionAtom)?.id !== userId;
    await runCancel(order, {
      next: kind.next,
      cancel: kind.cancel,
      ask: kind.ask,
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      show,
      isOver,
    });
    if (isOver()) return show(undefined);
    await invalidate(client, ...kind.spoils);
  }

  return {
    flow,
    cancel,
    /** The outcome has been read. */
    dismiss: () => {
      if (!isCancelling(flow)) show(undefined);
    },
  };
}
