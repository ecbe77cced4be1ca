import { useLingui } from "@lingui/react/macro";
import type { ContractEnd } from "./use-position-stream.ts";
import { useContractWords } from "./use-contract-words.ts";

/** How an order or a position ended, in a sentence for ears. */
export function useContractEndText(): (end: ContractEnd | null) => string {
  const { t } = useLingui();
  const words = useContractWords(undefined);
  return (end) => {
    if (end === null) return "";
    if (end.kind === "closed") {
      const { contract_code: code, close_kind: kind } = end.closed;
      const net = words.signedText(end.closed.net);
      switch (kind) {
        case "tp":
          return t`${code}: closed by take profit, ${net}`;
        case "sl":
          return t`${code}: closed by stop loss, ${net}`;
        case "liquidation":
          return t`${code}: liquidated, ${net}`;
        case "manual":
          return t`${code}: position closed, ${net}`;
      }
    }
    const { contract_code: code, trade_volume: volume, offset } = end.order;
    const count = words.contracts(volume);
    if (volume === 0) return t`${code}: the order ended unfilled`;
    return offset === "open" ? t`${code}: ${count} opened` : t`${code}: ${count} closed`;
  };
}
