import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { WithdrawCoinForm } from "../../features/wallet/withdraw/request/withdraw-coin-form.tsx";
import { WithdrawScreen } from "../../features/wallet/withdraw/request/withdraw-screen.tsx";

export const Route = createFileRoute("/withdraw/")({
  validateSearch: v.object({
    flag: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))), undefined),
  }),
  component: function WithdrawRoute() {
    const { flag } = Route.useSearch();
    return (
      <WithdrawScreen
        here="/withdraw"
        form={(parts) => <WithdrawCoinForm linked={flag} {...parts} />}
      />
    );
  },
});
