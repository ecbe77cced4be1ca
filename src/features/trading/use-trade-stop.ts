import { useAtomValue } from "jotai";
import { standingAtom } from "../account/standing-atom.ts";
import { useFreshness } from "../market/use-ticker.ts";
import { useOnline } from "../platform/use-online.ts";
import { tradeStop, type TradeStop } from "./trade-stop.ts";

/** What is known of a market that is to be traded on. */
export interface TradedMarket {
  market: { online: boolean };
  /** A book has come, be it an empty one. */
  bookKnown: boolean;
}

/** What stands in the way of an order on a market now; `facts` are undefined until its rules have come. */
export function useTradeStop(
  symbol: string,
  facts: TradedMarket | undefined,
  underWay = false,
): TradeStop | undefined {
  const online = useOnline();
  const standing = useAtomValue(standingAtom);
  const { state } = useFreshness(symbol);
  return tradeStop({
    known: facts !== undefined,
    open: facts?.market.online ?? false,
    bookKnown: facts?.bookKnown ?? false,
    freshness: state,
    online,
    standing,
    underWay,
  });
}
