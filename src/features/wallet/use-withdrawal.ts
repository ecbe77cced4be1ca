import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useEffectEvent, useState } from "react";
import { withdrawalEndpoints, type WithdrawalQuote, type WithdrawalRecord } from "#protocol/withdrawal.ts";
import { call } from "../../api/call.ts";
import { invalidate } from "../../api/query.ts";
import { openWriteId, settleWriteId } from "../../api/write-id.ts";
import { useWrite } from "../account/use-write.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { saidInPlace, spoiltByWithdrawals } from "./withdrawal-queries.ts";

const what = "withdrawal";

/** Asking for a withdrawal: sent once, looked up where the answer was lost, also after a reload. */
export function useWithdrawal() {
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id;
  const { flow, write, busy, reset } = useWrite<WithdrawalRecord>(what, spoiltByWithdrawals);
  /** One that an earlier life of this page sent without learning what became of it. */
  const [found, setFound] = useState<WithdrawalRecord | null>(null);

  const learned = useEffectEvent((record: WithdrawalRecord) => {
    setFound(record);
    void invalidate(client, ...spoiltByWithdrawals);
  });
  useEffect(() => {
    if (userId === undefined) return;
    let gone = false;
    void askOpen(`${userId}:${what}`).then((record) => record && !gone && learned(record));
    return () => {
      gone = true;
    };
  }, [userId]);

  return {
    flow, busy, found,
    /** Sends what the quote says, and names it. */
    submit: (quote: WithdrawalQuote, proof: { wpassword: string; compared: boolean }) =>
      write({ send: (id) => sendQuoted(quote, proof, id), ask: askWithdrawal }),
    reset,
    seen: () => setFound(null),
  };
}

/** A withdrawal that was sent and whose outcome nobody learned; undefined where there is none, or the venue has none. */
async function askOpen(key: string): Promise<WithdrawalRecord | undefined> {
  const id = await openWriteId(key, Date.now());
  const record = id === undefined ? undefined : await askWithdrawal(id).catch(() => undefined);
  if (record) await settleWriteId(key);
  return record;
}

function sendQuoted(quote: WithdrawalQuote, { wpassword, compared }: { wpassword: string; compared: boolean }, id: string): Promise<WithdrawalRecord> {
  const { flag, amount, network, address, memo, quote_id, bank } = quote;
  const own = { flag, amount, wpassword, quote_id, client_order_id: id };
  return quote.kind === "bank"
    ? call(withdrawalEndpoints.withdrawalWithBank, { ...own, bank_id: bank?.id ?? "" }, { handles: saidInPlace })
    : call(withdrawalEndpoints.withdrawal, { ...own, network, address, memo, compared }, { handles: saidInPlace });
}

/** What became of a withdrawal, by the device's own id; undefined where the venue has none. */
async function askWithdrawal(clientOrderId: string): Promise<WithdrawalRecord | undefined> {
  return (await call(withdrawalEndpoints.withdrawalOrder, { client_order_id: clientOrderId, size: 1 })).list[0];
}
