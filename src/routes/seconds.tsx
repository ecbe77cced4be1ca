import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useStore } from "jotai";
import * as v from "valibot";
import { symbolsQuery } from "../features/market/feed/market-queries.ts";
import { symbolSearch } from "../features/market/feed/symbol-search-params.ts";
import { SecondsScreen } from "../features/seconds/seconds-screen.tsx";
import { queryClient } from "../shell/app-context.ts";
import { showToast } from "../shell/toasts/toasts.ts";

export const Route = createFileRoute("/seconds")({
  validateSearch: v.object({
    ...symbolSearch.entries,
    tab: v.fallback(v.optional(v.picklist(["running", "closed"])), undefined),
  }),
  loader: () => void queryClient.prefetchQuery(symbolsQuery()),
  component: function SecondsRoute() {
    const { symbol, tab } = Route.useSearch();
    const navigate = useNavigate({ from: "/seconds" });
    const store = useStore();
    return (
      <SecondsScreen
        wanted={symbol}
        onSymbol={(picked) =>
          void navigate({ search: (search) => ({ ...search, symbol: picked }), replace: true })
        }
        tab={tab}
        onTab={(picked) =>
          void navigate({
            search: (search) => ({ ...search, tab: picked }),
            replace: true,
            resetScroll: false,
          })
        }
        notify={(toast) => showToast(store, toast)}
      />
    );
  },
});
