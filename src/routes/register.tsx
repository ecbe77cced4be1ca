import { useLingui } from "@lingui/react/macro";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useAtomValue, useStore } from "jotai";
import * as v from "valibot";
import { AgreementText } from "../features/platform/agreement.tsx";
import { platformAtom } from "../features/platform/platform-atoms.ts";
import { RegisterScreen } from "../features/session/register/register-screen.tsx";
import { hideAmountsAtom } from "../features/wallet/assets/wallet-atoms.ts";
import { formatMoney } from "../lib/format.ts";
import { safeTarget } from "../shell/session/route-guard.ts";
import { showToast } from "../shell/toasts/toasts.ts";

export const Route = createFileRoute("/register")({
  validateSearch: v.object({ to: v.fallback(v.optional(v.string()), undefined) }),
  component: function RegisterRoute() {
    const { t, i18n } = useLingui();
    const { to } = Route.useSearch();
    const navigate = useNavigate();
    const store = useStore();
    const hidden = useAtomValue(hideAmountsAtom);
    const welcome = Object.entries(useAtomValue(platformAtom)?.base.welcome ?? {});
    const funds = welcome
      .map(([flag, amount]) => formatMoney(amount, flag, i18n.locale, { hidden }))
      .join(", ");

    function arrive(passkey: Promise<boolean> | undefined) {
      showToast(store, {
        type: "success",
        description:
          funds === ""
            ? t`Welcome. Your paper account is open.`
            : t`Welcome. You received ${funds} of paper money.`,
      });
      void navigate({ href: safeTarget(to), replace: true });
      void passkey?.then((isAdded) =>
        showToast(
          store,
          isAdded
            ? {
                type: "success",
                description: t`Your passkey was added. It logs you in without the password.`,
              }
            : {
                type: "info",
                description: t`No passkey was added. You can add one on the security page at any time.`,
              },
        ),
      );
    }

    function loginNeeded() {
      showToast(store, { type: "info", description: t`Your account is open. Log in to go on.` });
      void navigate({ to: "/login", search: to === undefined ? {} : { to }, replace: true });
    }

    return (
      <RegisterScreen
        to={to}
        agreement={<AgreementText />}
        onDone={arrive}
        onLoginNeeded={loginNeeded}
      />
    );
  },
});
