import { createFileRoute } from "@tanstack/react-router";
import { HomeScreen } from "../features/home/home-screen.tsx";
import { symbolsQuery } from "../features/market/queries.ts";
import { bannerQuery } from "../features/platform/queries.ts";
import { queryClient } from "../shell/app-context.ts";

export const Route = createFileRoute("/")({
  loader: () => {
    void queryClient.prefetchQuery(symbolsQuery());
    void queryClient.prefetchQuery(bannerQuery());
  },
  component: HomeScreen,
});
