import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { CurrencyScreen } from "../../features/home/currency-screen.tsx";
import { symbolsQuery } from "../../features/market/queries.ts";
import { symbolSearch } from "../../features/market/symbol-search.ts";
import { symbolText } from "../../features/market/symbol-text.ts";
import { rowOf } from "../../features/market/use-ticker.ts";
import { queryClient } from "../../shell/app-context.ts";
import { NothingHere } from "../../shell/not-found-screen.tsx";

export const Route = createFileRoute("/currency/detail")({
  validateSearch: symbolSearch,
  loader: () => void queryClient.prefetchQuery(symbolsQuery()),
  component: Screen,
});

function Screen() {
  const { t } = useLingui();
  const { symbol = "btcusdt" } = Route.useSearch();
  const rules = useQuery(symbolsQuery()).data;
  const unknown = rules !== undefined && rowOf(rules, symbol) === undefined;
  const name = symbolText(symbol);
  return unknown ? <NothingHere what={t`There is no market ${name}`} /> : <CurrencyScreen symbol={symbol} />;
}
