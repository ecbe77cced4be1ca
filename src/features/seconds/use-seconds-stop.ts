import { useLingui } from "@lingui/react/macro";
import { useSymbolRow } from "../market/use-ticker.ts";
import type { TradeStop } from "../trading/trade-stop.ts";
import { useStopText } from "../trading/use-stop-text.ts";
import { useTradeStop } from "../trading/use-trade-stop.ts";
import type { useStakeFacts } from "./use-stake-facts.ts";

/** Why nothing can be staked at present: a word for the buttons, a sentence above them. */
export interface SecondsStop {
  kind: TradeStop | "limits";
  word: string;
  /** Undefined where something else on the page says it. */
  sentence: string | undefined;
  retry?: (() => void) | undefined;
}

/** What stands in the way of any contract on a market; limits aside. */
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

  function wordOf(kind: TradeStop): string {
    switch (kind) {
      case "loading":
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
    // The account's own notice says what it may not do, and the progress above the buttons what is under way.
    const isSaid =
      kind === "under-way" ||
      kind === "loading" ||
      kind.startsWith("account-") ||
      kind === "closing-only";
    return { kind, word: wordOf(kind), sentence: isSaid ? undefined : stopText(kind) };
  }
  if (limits.data) return undefined;
  if (!limits.isError) return { kind: "limits", word: t`Loading`, sentence: undefined };
  return {
    kind: "limits",
    word: t`Limits missing`,
    sentence: t`Your limits did not arrive, and nothing is staked without them.`,
    retry: () => void limits.refetch(),
  };
}
