import { useLingui } from "@lingui/react/macro";
import { createFileRoute } from "@tanstack/react-router";
import { useStore } from "jotai";
import { HomeScreen } from "../features/home/home-screen.tsx";
import { symbolsQuery } from "../features/market/queries.ts";
import { bannerQuery } from "../features/platform/queries.ts";
import { queryClient } from "../shell/app-context.ts";
import { showToast } from "../shell/toasts.ts";

export const Route = createFileRoute("/")({
  loader: () => {
    void queryClient.prefetchQuery(symbolsQuery());
    void queryClient.prefetchQuery(bannerQuery());
  },
  component: function HomeRoute() {
    const { t } = useLingui();
    const store = useStore();
    return <HomeScreen onMissing={() => showToast(store, { type: "error", description: t`This part could not be loaded. Try again with a connection.` })} />;
  },
});
