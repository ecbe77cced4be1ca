import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { createFileRoute, useNavigate } from "@tanstack/react-router";
import { useStore } from "jotai";
import { ChangePasswordScreen } from "../../features/account/security/change-password-screen.tsx";
import { showToast } from "../../shell/toasts/toasts.ts";

export const Route = createFileRoute("/password/modify")({
  component: function ModifyRoute() {
    const { t } = useLingui();
    const navigate = useNavigate();
    const store = useStore();

    function done(ended: number | null) {
      const others =
        ended === null
          ? ""
          : ended === 0
            ? t`No other session was open.`
            : t`${plural(ended, { one: "One other session was signed out.", other: "# other sessions were signed out." })}`;
      showToast(store, { type: "success", title: t`Login password changed`, description: others });
      void navigate({ to: "/assets", replace: true });
    }

    return <ChangePasswordScreen onDone={done} />;
  },
});
