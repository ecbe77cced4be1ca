import { useLingui } from "@lingui/react/macro";
import { createFileRoute, redirect } from "@tanstack/react-router";
import { useStore } from "jotai";
import * as v from "valibot";
import { HomeScreen, loadMyHome } from "../features/home/home-screen.tsx";
import { symbolsQuery } from "../features/market/feed/market-queries.ts";
import {
  findSearch,
  marketPlaces,
  sharedEntrySearch,
  sharedPlace,
} from "../features/market/share/shared-entry.ts";
import { bannerQuery } from "../features/platform/queries.ts";
import { authorizedAtom } from "../features/session/session-atoms.ts";
import { queryClient, store as appStore } from "../shell/app-context.ts";
import { showToast } from "../shell/toasts/toasts.ts";

export const Route = createFileRoute("/")({
  validateSearch: v.object({ ...sharedEntrySearch.entries, ...findSearch.entries }),
  beforeLoad: ({ search: { open, shared_title, shared_text, shared_url } }) => {
    const entry = { open, shared_title, shared_text, shared_url };
    if (Object.values(entry).every((word) => word === undefined)) return;
    const place = sharedPlace(entry);
    if (place?.kind === "market")
      throw redirect({
        to: marketPlaces[place.product],
        search: { symbol: place.symbol },
        replace: true,
      });
    throw redirect({ to: "/", search: place === null ? {} : { find: place.text }, replace: true });
  },
  loader: () => {
    void queryClient.prefetchQuery(symbolsQuery());
    void queryClient.prefetchQuery(bannerQuery());
    // The screen asks again where this fails.
    if (appStore.get(authorizedAtom)) loadMyHome().catch(() => undefined);
  },
  component: function HomeRoute() {
    const { t } = useLingui();
    const { find } = Route.useSearch();
    const store = useStore();
    return (
      <HomeScreen
        find={find}
        onMissing={(comesByItself) =>
          showToast(store, {
            type: "error",
            description: comesByItself
              ? t`This part could not be loaded. The app tries again by itself.`
              : t`This part could not be loaded. Try again with a connection.`,
          })
        }
      />
    );
  },
});
