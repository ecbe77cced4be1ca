import { createFileRoute } from "@tanstack/react-router";
import { symbolsQuery } from "../features/market/queries.ts";
import { symbolSearch } from "../features/market/symbol-search.ts";
import { SecondsScreen } from "../features/seconds/seconds-screen.tsx";
import { queryClient } from "../shell/app-context.ts";

export const Route = createFileRoute("/seconds")({
  validateSearch: symbolSearch,
  loader: () => void queryClient.prefetchQuery(symbolsQuery()),
  component: Screen,
});

function Screen() {
  const { symbol } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SecondsScreen wanted={symbol} onPick={(picked) => void navigate({ search: { symbol: picked }, replace: true })} />;
}
