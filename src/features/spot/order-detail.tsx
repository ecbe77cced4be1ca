import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import type { CoinFill } from "#protocol/spot.ts";
import { formatAmount, formatDateTime, formatMoney } from "../../lib/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TechnicalDetails } from "../platform/technical-details.tsx";
import { splitSymbol } from "../market/symbol-text.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { OrderFacts } from "./order-facts.tsx";
import { orderQuery } from "./queries.ts";
import styles from "./order-detail.module.css";

/** A coin order whole: its numbers, its fills, and folded the market snapshot behind each of them. */
export function OrderDetail({ orderId }: { orderId: string }) {
  const { t } = useLingui();
  const { data: order, error, isFetching, refetch } = useQuery(orderQuery(orderId));
  if (!order && error) {
    return (
      <ErrorState compact title={t`The order did not arrive`} retryLabel={t`Try again`} onRetry={() => void refetch()} busy={isFetching}>
        <Trans>It needs a connection once; then this device keeps it.</Trans>
      </ErrorState>
    );
  }
  if (!order) return <div className={styles.waiting} aria-busy="true">{[0, 1, 2, 3, 4, 5].map((row) => <Skeleton key={row} />)}</div>;
  const { base, quote } = splitSymbol(order.symbol);
  return (
    <div className={styles.detail}>
      <OrderFacts order={order} />
      <section className={styles.fills} aria-label={t`Fills`}>
        <h3 className={styles.heading}><Trans>Fills</Trans></h3>
        {order.fills.length === 0 && <p className={styles.none}><Trans>Nothing was filled.</Trans></p>}
        <ol>{order.fills.map((fill) => <li key={fill.trade_id}><Fill fill={fill} base={base.toUpperCase()} quote={quote.toUpperCase()} /></li>)}</ol>
      </section>
      <TechnicalDetails>
        <KeyValues dense>
          <KeyValue label={t`Order number`} explanation={t`Names this order at the venue. Give it when you ask about the order.`}>
            <span className={styles.id}>{order.id}<CopyButton text={order.id} label={t`Copy the order's number`} copiedLabel={t`Copied`} /></span>
          </KeyValue>
          <KeyValue label={t`Number made by your device`} explanation={t`Sent along with the order, so that one tap can never place it twice.`}>{order.client_order_id}</KeyValue>
          {order.fills.map((fill, index) => <Evidence key={fill.trade_id} fill={fill} place={order.fills.length === 1 ? undefined : index + 1} />)}
        </KeyValues>
      </TechnicalDetails>
    </div>
  );
}

function Fill({ fill, base, quote }: { fill: CoinFill; base: string; quote: string }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const money = (text: string, flag: string) => formatMoney(text, flag, i18n.locale, { hidden });
  const fee = money(fill.fee, fill.fee_currency);
  return (
    <div className={styles.fill}>
      <p className={styles.trade}>
        <span>{money(fill.amount, base)} × {formatAmount(fill.price, i18n.locale)}</span>
        <span>{money(fill.value, quote)}</span>
      </p>
      <p className={styles.fee}>{t`Fee ${fee}`}</p>
    </div>
  );
}

/** The market snapshot behind a fill. */
function Evidence({ fill, place }: { fill: CoinFill; place: number | undefined }) {
  const { t, i18n } = useLingui();
  const source = fill.evidence.source === "sim" ? t`simulated market` : fill.evidence.source.toUpperCase();
  const [number, time] = [String(fill.evidence.version), formatDateTime(fill.evidence.ts, i18n.locale)];
  return (
    <KeyValue
      label={place === undefined ? t`Price taken from` : t`Price of fill ${place} taken from`}
      explanation={t`The order book this fill was taken from: who made it, its running number and its time. Whoever kept that book can check that the price was there.`}
    >
      {t`${source}, book ${number}, ${time}`}
    </KeyValue>
  );
}
