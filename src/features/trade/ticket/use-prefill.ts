import { atom, useAtom, type PrimitiveAtom } from "jotai";
import { useEffect, useState } from "react";

/** How many prefills tickets have used since the page was opened. */
const takenAtom = atom(0);

/**
 * Passes prefills from other parts of the page to the ticket of a market. A prefill for another market waits
 * until that one is shown. Answers how many were used since this ticket was opened.
 */
export function usePrefill<Prefill extends { symbol: string }>(
  prefillAtom: PrimitiveAtom<Prefill | null>,
  symbol: string,
  take: (prefill: Prefill) => void,
): number {
  const [prefill, setPrefill] = useAtom(prefillAtom);
  const [taken, count] = useAtom(takenAtom);
  const [before] = useState(taken);

  useEffect(() => {
    if (prefill?.symbol !== symbol) return;
    setPrefill(null);
    take(prefill);
    count((all) => all + 1);
  }, [prefill, symbol, take, setPrefill, count]);

  return taken - before;
}
