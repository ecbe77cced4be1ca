import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { CurrencyScreen } from "../../features/home/currency/currency-screen.tsx";
import { subjectOf } from "../../features/home/currency/currency-subject.ts";
import { approachChart } from "../../features/market/chart/load-chart.ts";
import { symbolsQuery } from "../../features/market/feed/market-queries.ts";
import { symbolSearch } from "../../features/market/feed/symbol-search-params.ts";
import { symbolName } from "../../features/market/feed/symbol-name.ts";
import { currenciesAtom } from "../../features/platform/platform-atoms.ts";
import { queryClient } from "../../shell/app-context.ts";
import { NothingHere } from "../../shell/errors/not-found-screen.tsx";

export const Route = createFileRoute("/currency/detail")({
  validateSearch: symbolSearch,
  loader: () => {
    approachChart();
    void queryClient.prefetchQuery(symbolsQuery());
  },
  component: Screen,
});

function Screen() {
  const { t } = useLingui();
  const { symbol = "btcusdt" } = Route.useSearch();
  const subject = subjectOf(symbol, useQuery(symbolsQuery()).data, useAtomValue(currenciesAtom));
  const name = symbolName(symbol);
  return subject === null ? (
    <NothingHere what={t`There is no market ${name}`} />
  ) : (
    <CurrencyScreen subject={subject} />
  );
}
