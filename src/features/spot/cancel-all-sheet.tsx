import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useState } from "react";
import { spotEndpoints, type CoinOrder } from "#protocol/spot.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { invalidate } from "../../api/query.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { formatMoney } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { symbolText } from "../market/symbol-text.ts";
import { useOnline } from "../platform/use-online.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { askOrder, cancelAllOnce } from "./cancel-queries.ts";
import { coinCancelTerms } from "./coin-cancel.ts";
import { setAsideInAll } from "./order-measures.ts";
import { openOrdersQuery } from "./order-pages.ts";
import { runCancelAll, type CancelAllFlow, type CancelResult } from "../trading/run-cancel-all.ts";
import { useOrderWords } from "./use-order-words.ts";
import styles from "./cancel-order.module.css";

export interface CancelAllSheetProps {
  open: boolean;
  onClose: () => void;
  /** The market whose orders are meant; undefined for all markets. */
  symbol: string | undefined;
  /** What waits there now. */
  orders: readonly CoinOrder[];
}

/** Asks whether all that waits is to be cancelled: how many, where, and what comes back; then what became of each. */
export function CancelAllSheet({ open, onClose, symbol, orders }: CancelAllSheetProps) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const hidden = useAtomValue(hideAmountsAtom);
  const client = useQueryClient();
  const store = useStore();
  const [flow, setFlow] = useState<CancelAllFlow<CoinOrder>>({ step: "asking" });
  const busy = flow.step === "sending" || flow.step === "checking";
  const markets = [...new Set(orders.map((order) => symbolText(order.symbol)))];
  const where = symbol === undefined ? markets.join(", ") : symbolText(symbol);

  async function cancel() {
    const userId = store.get(sessionAtom)?.id;
    await runCancelAll(orders, {
      terms: coinCancelTerms,
      cancelAll: () => cancelAllOnce(symbol),
      open: async () => (await client.fetchQuery({ ...openOrdersQuery(), staleTime: 0 })).list,
      ask: (id) => askOrder(id),
      wait: (ms) => new Promise((done) => setTimeout(done, ms)),
      show: setFlow,
      isOver: () => store.get(sessionAtom)?.id !== userId,
    });
    await invalidate(client, spotEndpoints.coinOrders, spotEndpoints.coinOrder, walletEndpoints.walletBalance, walletEndpoints.tradeRecord);
  }

  function leave() {
    onClose();
    if (!busy) setFlow({ step: "asking" });
  }

  return (
    <Sheet open={open} onClose={leave} title={flow.step === "done" ? t`What became of them` : t`Cancel all orders?`} closeLabel={t`Close`} dismissible={!busy}>
      <div className={styles.body}>
        {flow.step === "asking" && (
          <>
            <KeyValues>
              <KeyValue label={t`Orders`}><Plural value={orders.length} one="# waiting order" other="# waiting orders" /></KeyValue>
              <KeyValue label={symbol === undefined ? t`Markets` : t`Market`}>{where}</KeyValue>
              {setAsideInAll(orders).map(({ amount, flag }) => (
                <KeyValue key={flag} label={t`Comes back`}>{formatMoney(amount, flag, i18n.locale, { hidden })}</KeyValue>
              ))}
            </KeyValues>
            <p className={styles.checking}><Trans>What has filled stays as it is. Sells under review are not touched.</Trans></p>
          </>
        )}
        {busy && <div role="status"><Progress label={flow.step === "sending" ? t`Cancelling` : t`Asking the venue what became of the orders`} /></div>}
        {flow.step === "refused" && <Banner tone="danger" live>{i18n._(errorText(flow.status))}</Banner>}
        {flow.step === "done" && <Results results={flow.results} />}
        {!busy && (
          <div className={styles.actions}>
            {flow.step === "done" ? <Button look="primary" wide onClick={leave}>{t`Done`}</Button> : (
              <>
                <Button
                  look="danger"
                  wide
                  disabledReason={!online ? t`You are offline. Nothing is sent by itself.` : orders.length === 0 ? t`Nothing waits any more.` : undefined}
                  onClick={() => void cancel()}
                >
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

function Results({ results }: { results: readonly CancelResult<CoinOrder>[] }) {
  const cancelled = results.filter(({ became }) => became === "cancelled").length;
  const isAll = cancelled === results.length;
  const count = results.length;
  return (
    <>
      <Banner tone={isAll ? "success" : "warning"} live>
        {isAll ? <Plural value={count} one="# order cancelled. What it held came back." other="# orders cancelled. What they held came back." />
          : <Trans>{cancelled} of {count} cancelled. What those held came back.</Trans>}
      </Banner>
      <ul className={styles.results}>{results.map((result) => <li key={result.order.id}><Result result={result} /></li>)}</ul>
    </>
  );
}

function Result({ result: { order, became } }: { result: CancelResult<CoinOrder> }) {
  const { t } = useLingui();
  const words = useOrderWords(order);
  return (
    <p className={styles.result}>
      <span>{words.market}: {words.name}</span>
      <span className={styles.became}>
        {became === "cancelled" ? t`Cancelled` : became === "open" ? t`Still waits` : became === "over" ? t`Ended` : words.state}
      </span>
    </p>
  );
}
