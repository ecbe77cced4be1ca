import { useAtomValue } from "jotai";
import { useLingui } from "@lingui/react/macro";
import { accountStatusAtom } from "../../session/account-status/account-status-atom.ts";
import { useFreshnessState } from "../../market/feed/use-ticker.ts";
import { useOnline } from "../../platform/use-online.ts";
import { tradeStop, type TradeStop } from "./trade-stop.ts";

/** Facts of the market of an order. */
export interface TradedMarket {
  market: { online: boolean };
  /** A book has come; it may be empty. */
  bookKnown: boolean;
}

/** Why no order can be placed on a market now; `facts` are undefined until its rules have come. */
export function useTradeStop(
  symbol: string,
  facts: TradedMarket | undefined,
  underWay = false,
): TradeStop | undefined {
  const online = useOnline();
  const accountStatus = useAtomValue(accountStatusAtom);
  const { state, reason } = useFreshnessState(symbol);
  return tradeStop({
    known: facts !== undefined,
    open: facts?.market.online ?? false,
    bookKnown: facts?.bookKnown ?? false,
    priceKnown: reason !== "awaited",
    freshness: state,
    online,
    accountStatus,
    underWay,
  });
}

/** Why no order can be placed, in words. */
export function useStopText(): (stop: TradeStop) => string {
  const { t } = useLingui();
  return (stop) => {
    switch (stop) {
      case "loading":
        return t`The rules of this market have not come yet.`;
      case "no-book-yet":
        return t`The order book has not come yet.`;
      case "closed":
        return t`This market is not open for trading at present.`;
      case "offline":
        return t`You are offline. What you typed is kept; nothing is sent by itself.`;
      case "no-price-yet":
        return t`The price has not come yet.`;
      case "frozen-price":
        return t`The price is frozen: it is too old to trade on.`;
      case "account-blocked":
        return t`This account is blocked: nothing can be ordered until the venue lifts it.`;
      case "account-frozen":
        return t`This account is frozen: you can cancel and close, but place no new order.`;
      case "closing-only":
        return t`New orders are switched off for this account. Cancelling and closing still work.`;
      case "under-way":
        return t`One order is still under way.`;
    }
  };
}
