import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useStore } from "jotai";
import * as v from "valibot";
import { approachChart } from "../features/market/chart/load-chart.ts";
import { CoinsScreen } from "../features/spot/coins-screen.tsx";
import { showToast } from "../shell/toasts/toasts.ts";

export const Route = createFileRoute("/coins")({
  validateSearch: v.object({
    symbol: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9]{2,24}$/))), undefined),
    tab: v.fallback(v.optional(v.picklist(["pending", "review", "completed"])), undefined),
  }),
  loader: approachChart,
  component: function CoinsRoute() {
    const { symbol, tab } = Route.useSearch();
    const navigate = useNavigate({ from: "/coins" });
    const store = useStore();
    return (
      <CoinsScreen
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
