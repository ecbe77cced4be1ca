import { createFileRoute } from "@tanstack/react-router";
import * as v from "valibot";
import { WithdrawBankForm } from "../../features/wallet/withdraw/request/withdraw-bank-form.tsx";
import { WithdrawScreen } from "../../features/wallet/withdraw/request/withdraw-screen.tsx";

export const Route = createFileRoute("/withdraw/bankcard")({
  validateSearch: v.object({
    flag: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))), undefined),
  }),
  component: function BankCardRoute() {
    const { flag } = Route.useSearch();
    return (
      <WithdrawScreen
        here="/withdraw/bankcard"
        form={(parts) => <WithdrawBankForm linked={flag} {...parts} />}
      />
    );
  },
});
