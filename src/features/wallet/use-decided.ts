import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { walletEndpoints } from "#protocol/wallet.ts";
import { invalidate } from "../../api/query.ts";

/** Reads balances and entries anew when a request leaves the review: what was decided moved money. */
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
