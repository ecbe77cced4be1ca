import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { CoinFill } from "#protocol/spot.ts";
import { formatAmount, formatDateTime, formatTime } from "../../lib/format.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Term } from "../../ui/term.tsx";
import { splitSymbol } from "../market/symbol-text.ts";
import { OrderFacts } from "./order-facts.tsx";
import { orderQuery } from "./queries.ts";
import styles from "./order-detail.module.css";

/** A coin order whole: its numbers, its fills, and the market snapshot behind each of them. */
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
        <h3 className={styles.heading}>
          <Term term={t`Fills and their evidence`}>
            <Trans>Each fill names the market snapshot it was taken from: the source, its version and its time. Whoever has the source’s record can check that this price was there.</Trans>
          </Term>
        </h3>
        {order.fills.length === 0 && <p className={styles.none}><Trans>Nothing was filled.</Trans></p>}
        <ol>{order.fills.map((fill) => <li key={fill.trade_id}><Fill fill={fill} base={base.toUpperCase()} quote={quote.toUpperCase()} /></li>)}</ol>
      </section>
      <KeyValues dense>
        <KeyValue label={t`Order`}>
          <span className={styles.id}>{order.id}<CopyButton text={order.id} label={t`Copy the order's number`} copiedLabel={t`Copied`} /></span>
        </KeyValue>
        <KeyValue label={t`Made by this device as`}>{order.client_order_id}</KeyValue>
      </KeyValues>
    </div>
  );
}

function Fill({ fill, base, quote }: { fill: CoinFill; base: string; quote: string }) {
  const { t, i18n } = useLingui();
  const figure = (text: string) => formatAmount(text, i18n.locale);
  const source = fill.evidence.source === "sim" ? t`simulated market` : fill.evidence.source.toUpperCase();
  return (
    <div className={styles.fill}>
      <p className={styles.trade}>
        <span>{figure(fill.amount)} {base} × {figure(fill.price)}</span>
        <span>{figure(fill.value)} {quote}</span>
      </p>
      <p className={styles.evidence}>
        <span>{t`Fee ${figure(fill.fee)} ${fill.fee_currency}`}</span>
        <span title={formatDateTime(fill.evidence.ts, i18n.locale)}>
          {t`${source}, version ${String(fill.evidence.version)}, ${formatTime(fill.evidence.ts, i18n.locale, { seconds: true })}`}
        </span>
      </p>
    </div>
  );
}
