import { useState } from "react";
import {
  withdrawalEndpoints,
  type WithdrawalQuote,
  type WithdrawalRecord,
} from "#protocol/api/withdrawal.ts";
import { call } from "../../../../api/call.ts";
import { persistedIds } from "../../../../writes/persisted-attempts.ts";
import { plainKind } from "../../../../writes/plain-kind.ts";
import { useWrite } from "../../../../writes/use-write.ts";
import type { Secret } from "../password/withdrawal-secret.tsx";
import { saidInPlace, invalidatedByWithdrawals } from "../withdrawal-queries.ts";

interface WithdrawalIntent {
  quote: WithdrawalQuote;
  /** The two similar addresses were compared. */
  compared: boolean;
  /** The withdrawal password and a code, given once. */
  takeSecret: () => Secret;
}

/** Asking for a withdrawal: sent once, looked up where the answer was lost, also after a reload. */
const withdrawing = plainKind<WithdrawalIntent | null, WithdrawalRecord>({
  name: "withdrawal",
  send({ id, intent }, waited) {
    if (intent === null) throw new TypeError("A resumed withdrawal is never sent again");
    return sendQuoted(intent, id, waited);
  },
  find: ({ id }) => askWithdrawal(id),
  isAskedWhenLate: true,
  persisted: persistedIds<WithdrawalIntent | null>("withdrawal", null),
  isResumed: true,
  invalidates: invalidatedByWithdrawals,
});

export function useWithdrawal() {
  const { write, isBusy, isAwaited, isLate, send, dismiss } = useWrite(withdrawing);
  const [isSentHere, setSentHere] = useState(false);

  return {
    write,
    isBusy,
    isAwaited,
    isLate,
    /** One that was sent before this screen was opened. */
    found: write.step === "done" && !isSentHere ? write.answer : null,
    /** Sends what the quote says, and names it. */
    submit: (quote: WithdrawalQuote, { takeSecret, compared }: Omit<WithdrawalIntent, "quote">) => {
      setSentHere(true);
      return send({ quote, compared, takeSecret });
    },
    dismiss,
  };
}

function sendQuoted(
  { quote, compared, takeSecret }: WithdrawalIntent,
  id: string,
  waited: AbortSignal,
): Promise<WithdrawalRecord> {
  const { flag, amount, network, address, memo, quote_id, bank } = quote;
  const own = { flag, amount, ...takeSecret(), quote_id, client_order_id: id };
  return quote.kind === "bank"
    ? call(
        withdrawalEndpoints.withdrawalWithBank,
        { ...own, bank_id: bank?.id ?? "" },
        { handles: saidInPlace, waited },
      )
    : call(
        withdrawalEndpoints.withdrawal,
        { ...own, network, address, memo, compared },
        { handles: saidInPlace, waited },
      );
}

/** The outcome of a withdrawal, by the device's own id; undefined where the venue has none. */
async function askWithdrawal(clientOrderId: string): Promise<WithdrawalRecord | undefined> {
  return (
    await call(withdrawalEndpoints.withdrawalOrder, { client_order_id: clientOrderId, size: 1 })
  ).list[0];
}
