import { useLingui } from "@lingui/react/macro";
import { useSymbolRow } from "../../market/feed/use-ticker.ts";
import type { TradeStop } from "../../trade/ticket/trade-stop.ts";
import { useStopText, useTradeStop } from "../../trade/ticket/use-trade-stop.ts";
import type { useStakeFacts } from "./use-stake-facts.ts";

/** Why no contract can be placed at present: a label for the buttons and a message above them. */
export interface SecondsStop {
  kind: TradeStop | "limits";
  label: string;
  /** Undefined where another part of the page shows it. */
  message: string | undefined;
  retry?: (() => void) | undefined;
}

/** What prevents any contract on a market, except its limits. */
export function useSecondsStop(
  symbol: string,
  limits: ReturnType<typeof useStakeFacts>["limits"],
  underWay: boolean,
): SecondsStop | undefined {
  const { t } = useLingui();
  const row = useSymbolRow(symbol);
  const kind = useTradeStop(
    symbol,
    row && { market: { online: row.state === "online" }, bookKnown: true },
    underWay,
  );
  const stopText = useStopText();

  function labelOf(stop: TradeStop): string {
    switch (stop) {
      case "loading":
      case "no-price-yet":
      case "no-book-yet":
        return t`Loading`;
      case "closed":
        return t({ context: "a market", message: "Closed" });
      case "offline":
        return t`Offline`;
      case "frozen-price":
        return t`Price frozen`;
      case "account-blocked":
        return t`Account blocked`;
      case "account-frozen":
        return t`Account frozen`;
      case "closing-only":
        return t`Switched off`;
      case "under-way":
        return t`Under way`;
    }
  }

  if (kind !== undefined) {
    // The account notice and the progress above the buttons show these reasons, or the buttons themselves.
    const isShownElsewhere =
      kind === "under-way" ||
      kind === "loading" ||
      kind === "no-price-yet" ||
      kind.startsWith("account-") ||
      kind === "closing-only";
    return { kind, label: labelOf(kind), message: isShownElsewhere ? undefined : stopText(kind) };
  }
  if (limits.data) return undefined;
  if (!limits.isError) return { kind: "limits", label: t`Loading`, message: undefined };
  return {
    kind: "limits",
    label: t`Limits missing`,
    message: t`Your limits did not arrive, and nothing is staked without them.`,
    retry: () => void limits.refetch(),
  };
}
