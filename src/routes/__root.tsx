import { createRootRoute, Outlet, redirect } from "@tanstack/react-router";
import { authorizedAtom, authPromptAtom } from "../features/session/session-atoms.ts";
import { store } from "../shell/app-context.ts";
import { Frame } from "../shell/frame.tsx";
import { judge } from "../shell/guard.ts";

/** The last place that was shown; empty until the first one is. */
let shown = "";

export const Route = createRootRoute({
  beforeLoad: ({ location, preload }) => {
    const verdict = judge(location.pathname, location.href, store.get(authorizedAtom), shown === "");
    switch (verdict.kind) {
      case "open":
        if (!preload) shown = location.href;
        return;
      case "home":
        throw redirect({ to: "/", replace: true });
      case "login":
        shown = "/login";
        throw redirect({ to: "/login", search: { to: verdict.to }, replace: true });
      case "prompt":
        if (!preload) store.set(authPromptAtom, { reason: "required", to: verdict.to });
        throw redirect({ href: shown, replace: true });
    }
  },
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
});
