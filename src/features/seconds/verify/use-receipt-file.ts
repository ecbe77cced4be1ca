import { queryOptions, useQuery } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { secondsProofEndpoints } from "#protocol/api/seconds-proof.ts";
import { keyOf } from "../../../api/query.ts";
import { useOnline } from "../../platform/use-online.ts";
import { sessionAtom } from "../../session/session-atoms.ts";
import { gatherReceipt, missingOf } from "./receipt-file.ts";
import { watchVenue } from "./venue-watch.ts";

const askAgainMs = 10_000;

/** The receipt of a closed contract with its evidence, from the device while offline. Polls until all evidence is published. */
export function useReceiptFile(orderId: string, wanted = true) {
  const store = useStore();
  const userId = useAtomValue(sessionAtom)?.id;
  return useQuery({
    ...queryOptions<ReceiptFile>({
      queryKey: [...keyOf(secondsProofEndpoints.secondReceipt), "file", userId ?? "", orderId],
      queryFn: () =>
        gatherReceipt({
          userId: userId ?? "",
          orderId,
          isStillHere: () => store.get(sessionAtom)?.id === userId,
        }),
      // Stored separately, with its evidence (receipt-file.ts).
      meta: { private: true, persisted: false },
    }),
    enabled: wanted && userId !== undefined,
    staleTime: 1000,
    refetchInterval: ({ state }) => {
      if (!state.data) return false;
      const { minutes, chain } = missingOf(state.data);
      return minutes.length > 0 || chain ? askAgainMs : false;
    },
  });
}

const newest = 10;
const roundMs = 60_000;

/** Fetches and stores the receipts of the newest closed contracts, so that they can be checked offline. */
export function useReceiptKeeper(closed: readonly SecondsOrder[]): void {
  const store = useStore();
  const online = useOnline();
  const userId = useAtomValue(sessionAtom)?.id;
  const settled = closed.filter(({ receipt }) => receipt !== null).slice(0, newest);
  const ids = settled.map(({ id, receipt }) => `${id}:${receipt}`).join(" ");

  useEffect(() => {
    if (!online || userId === undefined) return;
    let over = false;
    let running = false;
    const isStillHere = () => store.get(sessionAtom)?.id === userId;
    async function round(user: string) {
      if (running) return;
      running = true;
      const orders = ids === "" ? [] : ids.split(" ").map((text) => text.split(":"));
      for (const [orderId = ""] of orders) {
        if (over || !isStillHere()) break;
        try {
          await gatherReceipt({ userId: user, orderId, isStillHere });
        } catch {
          // The next run tries again.
        }
      }
      await watchVenue(
        { userId: user, isStillHere },
        orders.map(([id = "", receipt = ""]) => ({ id, receipt })),
      ).catch(() => undefined);
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
