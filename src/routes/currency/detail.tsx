import { createFileRoute } from "@tanstack/react-router";
import { CurrencyScreen } from "../../features/home/currency-screen.tsx";
import { symbolsQuery } from "../../features/market/queries.ts";
import { symbolSearch } from "../../features/market/symbol-search.ts";
import { queryClient } from "../../shell/app-context.ts";

export const Route = createFileRoute("/currency/detail")({
  validateSearch: symbolSearch,
  loader: () => void queryClient.prefetchQuery(symbolsQuery()),
  component: Screen,
});

function Screen() {
  const { symbol } = Route.useSearch();
  return <CurrencyScreen symbol={symbol ?? "btcusdt"} />;
}
