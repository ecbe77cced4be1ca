import { createFileRoute, useNavigate } from "@tanstack/react-router";
import * as v from "valibot";
import { RechargeScreen } from "../features/wallet/recharge/recharge-screen.tsx";

export const Route = createFileRoute("/recharge")({
  validateSearch: v.object({
    flag: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))), undefined),
  }),
  component: function RechargeRoute() {
    const { flag } = Route.useSearch();
    const navigate = useNavigate();
    return (
      <RechargeScreen
        flag={flag}
        onFlag={(next) =>
          void navigate({
            to: "/recharge",
            search: { flag: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
    );
  },
});
