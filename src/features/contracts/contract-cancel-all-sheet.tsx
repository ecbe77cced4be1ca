import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useState } from "react";
import type { ContractOrder } from "#protocol/perpetual.ts";
import { invalidate } from "../../api/query.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useOnline } from "../platform/use-online.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { runCancelAll, type CancelAllFlow } from "../trading/run-cancel-all.ts";
import { contractCancelTerms } from "./contract-cancel.ts";
import { cancelAllContractOrders, orderNow } from "./position-calls.ts";
import { openContractOrdersQuery, spoiltByContracts } from "./position-queries.ts";
import { usePositionRefusalText } from "./use-position-refusal-text.ts";
import styles from "./position-sheets.module.css";

export interface ContractCancelAllSheetProps {
  orders: readonly ContractOrder[];
  /** The contract that is meant; undefined for all. */
  code: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** Asks whether every waiting contract order is to be cancelled; then how many were. */
export function ContractCancelAllSheet({ orders, code, open, onClose }: ContractCancelAllSheetProps) {
  const { t } = useLingui();
  const online = useOnline();
  const client = useQueryClient();
  const store = useStore();
  const refusal = usePositionRefusalText();
  const [flow, setFlow] = useState<CancelAllFlow<ContractOrder>>({ step: "asking" });
  const busy = flow.step === "sending" || flow.step === "checking";
  const where = code ?? t`all contracts`;

  async function cancel() {
    const userId = store.get(sessionAtom)?.id;
    await runCancelAll(orders, {
      terms: contractCancelTerms,
      cancelAll: () => cancelAllContractOrders(code),
      open: async () => (await client.fetchQuery({ ...openContractOrdersQuery(), staleTime: 0 })).list,
      ask: (id) => orderNow({ id }),
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      show: setFlow,
      isOver: () => store.get(sessionAtom)?.id !== userId,
    });
    await invalidate(client, ...spoiltByContracts);
  }

  function leave() {
    onClose();
    if (!busy) setFlow({ step: "asking" });
  }

  const done = flow.step === "done" ? flow.results : undefined;
  const gone = done?.filter(({ became }) => became === "cancelled").length ?? 0;
  const all = done?.length ?? 0;
  return (
    <Sheet open={open} onClose={leave} title={done ? t`What became of them` : t`Cancel all orders?`} closeLabel={t`Close`} dismissible={!busy}>
      <div className={styles.body}>
        {flow.step === "asking" && (
          <p><Plural value={orders.length} one="# waiting order" other="# waiting orders" />: {where}. <Trans>What was set aside comes back. What has filled stays open.</Trans></p>
        )}
        {busy && <div role="status"><Progress label={flow.step === "sending" ? t`Cancelling` : t`Asking the venue what became of the orders`} /></div>}
        {flow.step === "refused" && <Banner tone="danger" live>{refusal({ status: flow.status, data: null })}</Banner>}
        {done && (
          <Banner tone={gone === all ? "success" : "warning"} live>
            {gone === all ? <Plural value={all} one="# order cancelled." other="# orders cancelled." /> : <Trans>{gone} of {all} cancelled. The others filled, ended or still wait.</Trans>}
          </Banner>
        )}
        {!busy && (
          <div className={styles.actions}>
            {done ? <Button look="primary" wide onClick={leave}>{t`Done`}</Button> : (
              <>
                <Button look="danger" wide disabledReason={!online ? t`You are offline. Nothing is sent by itself.` : orders.length === 0 ? t`Nothing waits any more.` : undefined} onClick={() => void cancel()}>
                  {flow.step === "refused" ? t`Try again` : <Plural value={orders.length} one="Cancel # order" other="Cancel # orders" />}
                </Button>
                <Button wide onClick={leave}>{t`Keep them`}</Button>
              </>
            )}
          </div>
        )}
      </div>
    </Sheet>
  );
}
