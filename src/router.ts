import { createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.ts";
import { ErrorScreen } from "./shell/errors/error-screen.tsx";

export const router = createRouter({
  routeTree,
  // The guard knows the paths as they are written; another spelling would pass it by.
  caseSensitive: true,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: lazyRouteComponent(
    () => import("./shell/errors/not-found-screen.tsx"),
    "NotFoundScreen",
  ),
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
