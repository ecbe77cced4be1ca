import { useQueryClient } from "@tanstack/react-query";
import { atom, useAtomValue, useStore } from "jotai";
import { spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { isCancelling, type CancelFlow } from "./cancel-flow.ts";
import { askOrder, cancelOnce } from "./cancel-queries.ts";
import { runCancel } from "./run-cancel.ts";

/** By user and order, so that a sheet may close and a row still say "cancelling". */
const cancelsAtom = atom<ReadonlyMap<string, CancelFlow>>(new Map());

/** What is being done about cancelling one order, and the way to do it. */
export function useCancelOrder(orderId: string) {
  const client = useQueryClient();
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const key = `${userId}:${orderId}`;
  const flow = useAtomValue(cancelsAtom).get(key);

  function show(shown: CancelFlow | undefined) {
    const flows = new Map(store.get(cancelsAtom));
    if (shown) flows.set(key, shown);
    else flows.delete(key);
    store.set(cancelsAtom, flows);
  }

  async function cancel(order: CoinOrder) {
    if (userId === null || isCancelling(store.get(cancelsAtom).get(key))) return;
    const isOver = () => store.get(sessionAtom)?.id !== userId;
    await runCancel(order, { cancel: cancelOnce, ask: askOrder, wait: (ms) => new Promise((done) => setTimeout(done, ms)), show, isOver });
    if (isOver()) return show(undefined);
    await invalidate(client, spotEndpoints.coinOrders, spotEndpoints.coinOrder, walletEndpoints.walletBalance, walletEndpoints.tradeRecord);
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
