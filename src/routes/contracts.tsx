import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useStore } from "jotai";
import * as v from "valibot";
import { ContractsScreen } from "../features/contracts/contracts-screen.tsx";
import { approachChart } from "../features/market/chart/load-chart.ts";
import { symbolsQuery } from "../features/market/feed/market-queries.ts";
import { queryClient } from "../shell/app-context.ts";
import { showToast } from "../shell/toasts/toasts.ts";

export const Route = createFileRoute("/contracts")({
  validateSearch: v.object({
    symbol: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9]{2,24}$/))), undefined),
    tab: v.fallback(v.optional(v.picklist(["position", "pending", "closed"])), undefined),
  }),
  loader: () => {
    approachChart();
    void queryClient.prefetchQuery(symbolsQuery());
  },
  component: function ContractsRoute() {
    const { symbol, tab } = Route.useSearch();
    const navigate = useNavigate({ from: "/contracts" });
    const store = useStore();
    return (
      <ContractsScreen
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
