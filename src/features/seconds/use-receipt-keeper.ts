import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { useOnline } from "../platform/use-online.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { gatherReceipt } from "./receipt-gather.ts";

const newest = 10;
const roundMs = 60_000;

/** Fetches and keeps the receipts of the newest closed contracts with their evidence, so that they can be read and checked offline. */
export function useReceiptKeeper(closed: readonly SecondsOrder[]): void {
  const store = useStore();
  const online = useOnline();
  const userId = useAtomValue(sessionAtom)?.id;
  const ids = closed
    .filter(({ receipt }) => receipt !== null)
    .slice(0, newest)
    .map(({ id }) => id)
    .join(" ");

  useEffect(() => {
    if (!online || userId === undefined || ids === "") return;
    let over = false;
    let running = false;
    const isStillHere = () => store.get(sessionAtom)?.id === userId;
    async function round(user: string) {
      if (running) return;
      running = true;
      for (const orderId of ids.split(" ")) {
        if (over || !isStillHere()) break;
        try {
          await gatherReceipt({ userId: user, orderId, isStillHere });
        } catch {
          // The next round asks again.
        }
      }
      running = false;
    }
    void round(userId);
    const timer = setInterval(() => void round(userId), roundMs);
    return () => {
      over = true;
      clearInterval(timer);
    };
  }, [ids, online, userId, store]);
}
