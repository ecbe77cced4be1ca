import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useStore } from "jotai";
import * as v from "valibot";
import { symbolsQuery } from "../features/market/feed/market-queries.ts";
import { symbolSearch } from "../features/market/feed/symbol-search-params.ts";
import { SecondsScreen } from "../features/seconds/seconds-screen.tsx";
import { CompareSheet } from "../features/seconds/verify/compare-devices.tsx";
import { queryClient } from "../shell/app-context.ts";
import { showToast } from "../shell/toasts/toasts.ts";

export const Route = createFileRoute("/seconds")({
  validateSearch: v.object({
    ...symbolSearch.entries,
    /** The code of another device that was scanned. */
    compare: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(40))), undefined),
    tab: v.fallback(v.optional(v.picklist(["running", "closed"])), undefined),
  }),
  loader: () => void queryClient.prefetchQuery(symbolsQuery()),
  component: function SecondsRoute() {
    const { symbol, tab, compare } = Route.useSearch();
    const navigate = useNavigate({ from: "/seconds" });
    const store = useStore();
    const closeComparing = () =>
      void navigate({
        search: ({ compare: _scanned, ...search }) => search,
        replace: true,
        resetScroll: false,
      });
    return (
      <>
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
        <CompareSheet code={compare} onClose={closeComparing} />
      </>
    );
  },
});
