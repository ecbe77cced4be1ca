import { useLingui } from "@lingui/react/macro";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useStore } from "jotai";
import * as v from "valibot";
import type { WithdrawalPasswordMode } from "../../features/wallet/withdraw/password/withdrawal-password-form.ts";
import { WithdrawalPasswordScreen } from "../../features/wallet/withdraw/password/withdrawal-password-screen.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { safeTarget } from "../../shell/session/route-guard.ts";
import { showToast } from "../../shell/toasts/toasts.ts";

export const Route = createFileRoute("/password/withdraw")({
  validateSearch: v.object({ to: v.fallback(v.optional(v.string()), undefined) }),
  component: function WithdrawalPasswordRoute() {
    const { t, i18n } = useLingui();
    const { to } = Route.useSearch();
    const navigate = useNavigate();
    const store = useStore();

    function done(mode: WithdrawalPasswordMode, heldUntil: number) {
      const until = formatDateTime(heldUntil, i18n.locale);
      showToast(store, {
        type: "success",
        title: mode === "set" ? t`Withdrawal password set` : t`Withdrawal password changed`,
        description:
          heldUntil > 0
            ? t`Withdrawals are held until ${until}.`
            : t`Every withdrawal asks for it from now on.`,
      });
      if (to !== undefined) void navigate({ href: safeTarget(to), replace: true });
    }

    function alreadySet() {
      showToast(store, {
        type: "info",
        description: t`A withdrawal password is set already. Change it here.`,
      });
    }

    return <WithdrawalPasswordScreen onDone={done} onAlreadySet={alreadySet} />;
  },
});
