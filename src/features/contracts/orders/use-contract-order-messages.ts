import { useLingui } from "@lingui/react/macro";
import { contractOrderStatus, type ContractOrder } from "#protocol/api/contracts.ts";
import { useContractOf } from "../figures/use-position-facts.ts";
import { useContractWords } from "../figures/use-contract-format.ts";

/** The texts of a contract order. */
export function useContractOrderWords(order: ContractOrder) {
  const { t } = useLingui();
  const market = useContractOf(order.contract_code);
  const words = useContractWords(market);
  const { direction, offset, price, order_type: type, contract_code: code } = order;
  const isOpening = offset === "open";
  // A closing order does the opposite of its position's side in the market.
  const side = words.side(isOpening ? direction : direction === "buy" ? "sell" : "buy");
  const name = isOpening ? t`Open ${side}` : t`Close ${side}`;
  const quantity = words.size(order.volume);
  const filled = words.size(order.trade_volume);
  const at =
    type === "market" || price === null
      ? t({ context: "type of an order", message: "Market" })
      : words.price(price);
  const state = stateText();
  return {
    market,
    words,
    name,
    side,
    quantity,
    filled,
    at,
    state,
    source: sourceText(),
    summary: t`${name} ${code}, ${quantity} at ${at}, ${filled} filled: ${state}`,
    average: order.trade_avg_price === null ? null : words.price(order.trade_avg_price),
  };

  function stateText(): string {
    switch (order.status) {
      case contractOrderStatus.submitted:
        return type === "market" ? t`Meets the market` : t`Waits`;
      case contractOrderStatus.partlyMatched:
        return t`Partly filled`;
      case contractOrderStatus.matched:
        return t`Filled`;
      case contractOrderStatus.partlyCancelled:
        return reasonText() ?? t`Partly filled, the rest cancelled`;
      case contractOrderStatus.cancelled:
        return reasonText() ?? t`Cancelled`;
    }
  }

  function reasonText(): string | undefined {
    switch (order.reason) {
      case "no_liquidity":
        return t`Ended: nobody in the book for the rest`;
      case "max_slip":
        return t`Ended: the price ran off by 5 %`;
      case "halted":
        return t`Ended: no fresh price came in time`;
      case "budget":
        return t`Ended: what was set aside covers no more`;
      case "margin":
        return t`Ended: not enough margin`;
      case "liquidation":
        return t`Ended: the position was liquidated`;
      case "settled":
        return t`Ended: the operator settled what was open`;
      case "position_closed":
        return t`Ended: the position closed before`;
      default:
        return undefined;
    }
  }

  function sourceText(): string | undefined {
    switch (order.source) {
      case "tp":
        return t`Take profit`;
      case "sl":
        return t`Stop loss`;
      case "liquidation":
        return t`Liquidation`;
      case "reverse":
        return t`Reverse`;
      case "close_all":
        return t({ context: "positions", message: "Close all" });
      default:
        return undefined;
    }
  }
}
