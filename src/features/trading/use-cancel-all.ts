import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useState } from "react";
import type { Endpoint } from "#protocol/endpoint.ts";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { runCancelAll, type CancelAllDoors, type CancelAllFlow } from "./run-cancel-all.ts";

/** Orders of one kind that can be cancelled together. */
export interface CancellableTogether<Order> extends Pick<
  CancelAllDoors<Order>,
  "terms" | "cancelAll" | "ask"
> {
  /** Every order that waits now, asked of the venue. */
  open: (client: QueryClient) => Promise<readonly Order[]>;
  /** What a cancel spoils. */
  spoils: readonly Endpoint[];
}

/** What is being done about cancelling all of some orders, and the way to do it. */
export function useCancelAll<Order extends { id: string }>(
  { open, spoils, ...kind }: CancellableTogether<Order>,
  orders: readonly Order[],
) {
  const client = useQueryClient();
  const store = useStore();
  const [flow, setFlow] = useState<CancelAllFlow<Order>>({ step: "asking" });
  const busy = flow.step === "sending" || flow.step === "checking";

  async function cancel() {
    const userId = store.get(sessionAtom)?.id;
    await runCancelAll(orders, {
      ...kind,
      open: () => open(client),
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      show: setFlow,
      isOver: () => store.get(sessionAtom)?.id !== userId,
    });
    await invalidate(client, ...spoils);
  }

  return {
    flow,
    busy,
    cancel,
    /** The outcome has been read. */
    dismiss: () => {
      if (!busy) setFlow({ step: "asking" });
    },
  };
}
