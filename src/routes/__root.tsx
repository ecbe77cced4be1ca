import { createRootRoute, Outlet, redirect } from "@tanstack/react-router";
import * as v from "valibot";
import { authorizedAtom, authPromptAtom } from "../features/session/session-atoms.ts";
import { loadTextsOf } from "../i18n/activate.ts";
import { store } from "../shell/app-context.ts";
import { ErrorScreen } from "../shell/errors/error-screen.tsx";
import { Frame } from "../shell/frame/frame.tsx";
import { nextPaint } from "../lib/next-paint.ts";
import { judge } from "../shell/session/route-guard.ts";
import { isMissingPart } from "../shell/update/missing-part.ts";

/** The last place that was shown; empty until the first one is. */
let shown = "";
/** Where the person entered, letter by letter: the router writes an address in its own way before it asks. */
const entered =
  globalThis.location === undefined ? "" : location.pathname + location.search + location.hash;

/** Lets a screen be shown once its texts are there and the tap that asked for it has been answered on screen. */
async function arrive({ href, pathname }: { href: string; pathname: string }, preload: boolean) {
  const isTap = !preload && shown !== "" && shown !== href;
  if (!preload) shown = href;
  await Promise.all([loadTextsOf(pathname), isTap && nextPaint()]);
}

export const Route = createRootRoute({
  // `?download=true` opens the install page over whichever screen the address names.
  validateSearch: v.object({ download: v.fallback(v.optional(v.literal(true)), undefined) }),
  beforeLoad: ({ location, preload }) => {
    const verdict = judge(
      location.pathname,
      location.href,
      store.get(authorizedAtom),
      shown === "",
    );
    const toLogin = (to: string) => redirect({ to: "/login", search: { to }, replace: true });
    switch (verdict.kind) {
      case "open":
        return arrive(location, preload);
      case "onward":
        throw redirect({ href: verdict.to, replace: true });
      case "login":
        throw toLogin(entered === "" ? verdict.to : entered);
      case "prompt":
        if (location.href === shown) {
          // The session ended here. While the dialog asks for another, what was typed stays on screen.
          if (store.get(authPromptAtom)) return;
          throw toLogin(verdict.to);
        }
        if (!preload) store.set(authPromptAtom, { reason: "required", to: verdict.to });
        throw redirect({ href: shown, replace: true });
    }
  },
  component: () => (
    <Frame>
      <Outlet />
    </Frame>
  ),
  // A screen's texts could not be loaded: the frame with its links stays, unless the frame itself has failed.
  errorComponent: (failure) =>
    isMissingPart(failure.error) ? (
      <Frame>
        <ErrorScreen {...failure} />
      </Frame>
    ) : (
      <ErrorScreen {...failure} />
    ),
});
