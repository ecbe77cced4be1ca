import { useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import type { OrderNotice } from "../trading/trading-screen.ts";
import { netOf } from "./running-outlook.ts";
import { useRunningWords } from "./use-running-words.ts";

/** The result of a contract in a sentence, for a toast. */
export function useResultNotice(): (order: SecondsOrder) => OrderNotice {
  const { t } = useLingui();
  const words = useRunningWords();
  return (order) => {
    const [name, outcome] = [
      words.name(order),
      order.result === null ? t`Delivery in progress` : words.outcome(order.result),
    ];
    const net = netOf(order);
    const money =
      net === undefined || order.result === "draw" || order.result === "void"
        ? ""
        : words.signed(net, order.currency);
    return {
      type: order.result === "win" ? "success" : order.result === "void" ? "warning" : "info",
      description:
        money === ""
          ? t`${name}: ${outcome}. The stake came back.`
          : t`${name}: ${outcome}, ${money}`,
    };
  };
}
