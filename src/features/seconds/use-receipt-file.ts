import { queryOptions, useQuery } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import type { ReceiptFile } from "#protocol/receipt.ts";
import { secondsProofEndpoints } from "#protocol/seconds-proof.ts";
import { keyOf } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { gatherReceipt } from "./receipt-gather.ts";
import { missingOf } from "./receipt-missing.ts";

const askAgainMs = 10_000;

/** The receipt of a closed contract with its evidence, of this device where it is offline. Asks again while something is still to be published. */
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
      // Kept by itself, with its evidence.
      meta: { private: true, kept: false },
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
