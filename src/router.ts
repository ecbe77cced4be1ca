import { createRouter } from "@tanstack/react-router";
import { routeTree } from "./routeTree.gen.ts";
import { ErrorScreen } from "./shell/error-screen.tsx";
import { NotFoundScreen } from "./shell/not-found-screen.tsx";

export const router = createRouter({
  routeTree,
  // The guard knows the paths as they are written; another spelling would pass it by.
  caseSensitive: true,
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFoundScreen,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
