import { createFileRoute } from "@tanstack/react-router";
import { ContractsScreen } from "../features/contracts/contracts-screen.tsx";
import { symbolsQuery } from "../features/market/queries.ts";
import { symbolSearch } from "../features/market/symbol-search.ts";
import { queryClient } from "../shell/app-context.ts";

export const Route = createFileRoute("/contracts")({
  validateSearch: symbolSearch,
  loader: () => void queryClient.prefetchQuery(symbolsQuery()),
  component: Screen,
});

function Screen() {
  const { symbol } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <ContractsScreen wanted={symbol} onPick={(picked) => void navigate({ search: { symbol: picked }, replace: true })} />;
}
