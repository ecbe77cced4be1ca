import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { useClockTick } from "../../../api/clock-tick.ts";
import { invalidate } from "../../../api/query.ts";
import { useRequestMessages } from "../../account/use-request-messages.ts";

/** Counts down to the end of a review; `due` is Unix ms, null where a person decides. */
export function ReviewDue({ due }: { due: number | null }) {
  return useRequestMessages().due(due, useClockTick() * 1000);
}

/** Reads balances and entries again when a request leaves the review, since the decision moved money. */
export function useDecided(waitingIds: readonly string[]): void {
  const client = useQueryClient();
  const waiting = waitingIds.join();
  const before = useRef(waiting);
  const decided = useEffectEvent(
    () => void invalidate(client, walletEndpoints.walletBalance, walletEndpoints.tradeRecord),
  );
  useEffect(() => {
    const now = new Set(waiting.split(","));
    if (before.current.split(",").some((id) => id !== "" && !now.has(id))) decided();
    before.current = waiting;
  }, [waiting]);
}
