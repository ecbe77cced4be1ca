import { atom, useAtom, type PrimitiveAtom } from "jotai";
import { useEffect, useState } from "react";

/** How many wishes tickets have taken up since the page was opened. */
const takenAtom = atom(0);

/**
 * Lets the ticket of a market take up what another part of the page wishes for it; a wish for another market
 * waits until that one is shown. Answers how many were taken since this ticket has been there.
 */
export function useTakenWish<Wish extends { symbol: string }>(
  wishAtom: PrimitiveAtom<Wish | null>,
  symbol: string,
  take: (wish: Wish) => void,
): number {
  const [wish, setWish] = useAtom(wishAtom);
  const [taken, count] = useAtom(takenAtom);
  const [before] = useState(taken);

  useEffect(() => {
    if (wish?.symbol !== symbol) return;
    setWish(null);
    take(wish);
    count((all) => all + 1);
  }, [wish, symbol, take, setWish, count]);

  return taken - before;
}
