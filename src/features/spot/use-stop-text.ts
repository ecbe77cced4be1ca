import { useLingui } from "@lingui/react/macro";
import type { TradeStop } from "./trade-stop.ts";

/** Why no order can be placed, in words. */
export function useStopText(): (stop: TradeStop) => string {
  const { t } = useLingui();
  return (stop) => {
    switch (stop) {
      case "loading": return t`The rules of this market are still loading.`;
      case "no-book-yet": return t`The order book is still loading.`;
      case "closed": return t`This market is not open for trading at present.`;
      case "offline": return t`You are offline. What you typed is kept; nothing is sent by itself.`;
      case "frozen-price": return t`The price is frozen: it is too old to trade on.`;
      case "account": return t`This account may not open orders at present.`;
      case "under-way": return t`One order is still under way.`;
    }
  };
}
