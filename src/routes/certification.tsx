import { Trans } from "@lingui/react/macro";
import { createFileRoute, Link } from "@tanstack/react-router";
import * as v from "valibot";
import { CertificationScreen } from "../features/account/certification/certification-screen.tsx";
import { safeTarget } from "../shell/session/route-guard.ts";
import { buttonClass } from "../ui/actions/button.tsx";

export const Route = createFileRoute("/certification")({
  // `to`: where the person was when they were asked for it.
  validateSearch: v.object({ to: v.fallback(v.optional(v.string()), undefined) }),
  component: function CertificationRoute() {
    const { to } = Route.useSearch();
    return (
      <CertificationScreen
        onward={
          to !== undefined && (
            <Link
              to={safeTarget(to)}
              replace
              className={buttonClass({ look: "primary", size: "large", wide: true })}
            >
              <Trans>Back to where you were</Trans>
            </Link>
          )
        }
      />
    );
  },
});
