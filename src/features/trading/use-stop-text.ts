import { useLingui } from "@lingui/react/macro";
import type { TradeStop } from "./trade-stop.ts";

/** Why no order can be placed, in words. */
export function useStopText(): (stop: TradeStop) => string {
  const { t } = useLingui();
  return (stop) => {
    switch (stop) {
      case "loading":
        return t`The rules of this market are still loading.`;
      case "no-book-yet":
        return t`The order book is still loading.`;
      case "closed":
        return t`This market is not open for trading at present.`;
      case "offline":
        return t`You are offline. What you typed is kept; nothing is sent by itself.`;
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
