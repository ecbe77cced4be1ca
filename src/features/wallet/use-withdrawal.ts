import {
  withdrawalEndpoints,
  type WithdrawalQuote,
  type WithdrawalRecord,
} from "#protocol/withdrawal.ts";
import { call } from "../../api/call.ts";
import { useLostWrite } from "../account/use-lost-write.ts";
import { useWrite } from "../account/use-write.ts";
import { saidInPlace, spoiltByWithdrawals } from "./withdrawal-queries.ts";

const what = "withdrawal";

/** Asking for a withdrawal: sent once, looked up where the answer was lost, also after a reload. */
export function useWithdrawal() {
  const { flow, write, busy, reset } = useWrite<WithdrawalRecord>(what, spoiltByWithdrawals);
  const { found, putAside } = useLostWrite(what, askWithdrawal, spoiltByWithdrawals);

  return {
    flow,
    busy,
    found,
    /** Sends what the quote says, and names it. */
    submit: (quote: WithdrawalQuote, proof: { wpassword: string; compared: boolean }) =>
      write({ send: (id) => sendQuoted(quote, proof, id), ask: askWithdrawal }),
    reset,
    seen: putAside,
  };
}

function sendQuoted(
  quote: WithdrawalQuote,
  { wpassword, compared }: { wpassword: string; compared: boolean },
  id: string,
): Promise<WithdrawalRecord> {
  const { flag, amount, network, address, memo, quote_id, bank } = quote;
  const own = { flag, amount, wpassword, quote_id, client_order_id: id };
  return quote.kind === "bank"
    ? call(
        withdrawalEndpoints.withdrawalWithBank,
        { ...own, bank_id: bank?.id ?? "" },
        { handles: saidInPlace },
      )
    : call(
        withdrawalEndpoints.withdrawal,
        { ...own, network, address, memo, compared },
        { handles: saidInPlace },
      );
}

/** What became of a withdrawal, by the device's own id; undefined where the venue has none. */
async function askWithdrawal(clientOrderId: string): Promise<WithdrawalRecord | undefined> {
  return (
    await call(withdrawalEndpoints.withdrawalOrder, { client_order_id: clientOrderId, size: 1 })
  ).list[0];
}
