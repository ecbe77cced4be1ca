import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { coinStatus, type CoinFill, type CoinOrder } from "#protocol/api/spot.ts";
import { formatDateTime, formatMoney, formatPrice, formatTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { TechnicalDetails } from "../../platform/technical-details.tsx";
import { usePriceDecimals } from "../../market/feed/use-ticker.ts";
import { OrderBills } from "../../wallet/bills/order-bills.tsx";
import { billPagesQuery } from "../../wallet/bills/bill-queries.ts";
import { useOrderPollMs } from "../../trade/own-orders/use-own-stream.ts";
import { LateSlipSection } from "../../trade/slips/late-slip-section.tsx";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { OrderEvidence } from "./order-evidence.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { flagsOf } from "./order-figures.ts";
import { orderQuery } from "./order-queries.ts";
import { useOrderWords } from "./use-order-messages.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { amendPrefill, mayAmend, repeatPrefill, useTicketPrefill } from "./ticket-prefill.ts";
import { useCancelOrder } from "./coin-cancel.ts";
import styles from "./order-detail.module.css";

export interface OrderDetailProps {
  orderId: string;
  /** True where the history shows it below one of its entries. */
  inHistory?: boolean | undefined;
  /** Opens another order. */
  onOrder?: ((orderId: string) => void) | undefined;
  /** The ticket was filled from it. */
  onLeave?: (() => void) | undefined;
}

/** A whole coin order: its actions, figures, fills with their causes, and bills. */
export function OrderDetail({ orderId, inHistory = false, onOrder, onLeave }: OrderDetailProps) {
  const { t, i18n } = useLingui();
  const pollMs = useOrderPollMs();
  const {
    data: order,
    error,
    dataUpdatedAt,
    isFetching,
    refetch,
  } = useQuery({
    ...orderQuery(orderId),
    refetchInterval: ({ state }) => (state.data?.status === coinStatus.completed ? false : pollMs),
  });
  const { data: pages, hasNextPage } = useInfiniteQuery({
    ...billPagesQuery({ order: orderId }),
    enabled: order !== undefined,
  });
  if (!order && error) {
    return (
      <ErrorState
        compact
        title={t`The order did not arrive`}
        retryLabel={t`Try again`}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        <Trans>It needs a connection once; then this device keeps it.</Trans>
      </ErrorState>
    );
  }
  if (!order)
    return (
      <div className={styles.waiting} aria-busy="true">
        {[0, 1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} />
        ))}
      </div>
    );
  const time = formatDateTime(dataUpdatedAt, i18n.locale);
  // An older venue ignores this filter and answers all entries.
  const bills = pages?.pages
    .flatMap((page) => page.list)
    .filter((bill) => bill.ref_id === orderId && bill.ref_type === "spot_order");
  return (
    <div className={styles.detail}>
      <Headline order={order} />
      {error && order.status !== coinStatus.completed && (
        <Banner tone="warning">
          <Trans>The order could not be refreshed. This is from {time}.</Trans>
        </Banner>
      )}
      <OrderActions order={order} onLeave={onLeave} />
      <OrderFacts order={order} bills={hasNextPage ? undefined : bills} onOrder={onOrder} />
      <section aria-label={t`Fills`}>
        <h3 className={styles.heading}>
          <Trans>Fills</Trans>
        </h3>
        {order.fills.length === 0 && (
          <p className={styles.none}>
            {order.status === coinStatus.completed ? (
              <Trans>Nothing was filled.</Trans>
            ) : (
              <Trans>Nothing has filled yet.</Trans>
            )}
          </p>
        )}
        <ol>
          {order.fills.map((fill) => (
            <li key={fill.trade_id}>
              <Fill fill={fill} order={order} />
            </li>
          ))}
        </ol>
      </section>
      <OrderBills
        bills={bills}
        isPart={hasNextPage}
        history={inHistory ? undefined : { order: orderId }}
      />
      <LateSlipSection market="coin" order={order} />
      <TechnicalDetails>
        <KeyValues dense>
          <KeyValue
            label={t`Order number`}
            explanation={t`Names this order at the venue. Give it when you ask about the order.`}
          >
            <span className={styles.id}>
              {order.id}
              <CopyButton
                text={order.id}
                label={t`Copy the order's number`}
                copiedLabel={t`Copied`}
              />
            </span>
          </KeyValue>
          <KeyValue
            label={t`Number made by your device`}
            explanation={t`Sent along with the order, so that one tap can never place it twice.`}
          >
            {order.client_order_id}
          </KeyValue>
        </KeyValues>
      </TechnicalDetails>
    </div>
  );
}

function Headline({ order }: { order: CoinOrder }) {
  const words = useOrderWords(order);
  return (
    <p className={styles.headline}>
      <Tag tone={order.side === "buy" ? "up" : "down"}>{words.side}</Tag>
      <strong>{words.market}</strong>
      <span>{words.quantity}</span>
    </p>
  );
}

function Fill({ fill, order }: { fill: CoinFill; order: CoinOrder }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const decimals = usePriceDecimals(order.symbol);
  const { base, quote } = flagsOf(order);
  const money = (text: string, flag: string) =>
    formatMoney(text, flag, i18n.locale, { whole: true, hidden });
  const price = (text: string) => formatPrice(text, decimals, i18n.locale);
  const fee = money(fill.fee, fill.fee_currency || order.fee_currency);
  return (
    <div className={styles.fill}>
      <p className={styles.trade}>
        <span>
          {money(fill.amount, base)} × {price(fill.price)}
        </span>
        <span>{money(fill.value, quote)}</span>
      </p>
      <p className={styles.fee}>
        <span>
          {fill.role === "maker" ? t`Maker` : t`Taker`} · {t`Fee ${fee}`}
        </span>
        {fill.create_time !== undefined && (
          <span>{formatTime(fill.create_time, i18n.locale, { seconds: true })}</span>
        )}
      </p>
      <OrderEvidence fill={fill} side={order.side} base={base} price={price} />
    </div>
  );
}

/** The actions of an order: cancel it, change it, or place the same again. */
function OrderActions({
  order,
  onLeave,
}: {
  order: CoinOrder;
  onLeave?: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const prefill = useTicketPrefill();
  const { isAsked } = useCancelOrder(order.id);
  const [asking, setAsking] = useState(false);
  const waits = order.status !== coinStatus.completed;

  // The outcome of a cancel stays visible until it was read, also when the cancel was started elsewhere.
  if (asking || isAsked)
    return (
      <div className={styles.cancel}>
        <CancelOrder order={order} onLeave={() => setAsking(false)} />
      </div>
    );
  return (
    <div className={styles.actions}>
      {waits && <Button look="danger" wide onClick={() => setAsking(true)}>{t`Cancel`}</Button>}
      {mayAmend(order) && (
        <Button
          wide
          onClick={() => {
            prefill(amendPrefill(order));
            onLeave?.();
          }}
        >{t`Change`}</Button>
      )}
      <Button
        wide
        onClick={() => {
          prefill(repeatPrefill(order));
          onLeave?.();
        }}
      >{t`Repeat`}</Button>
    </div>
  );
}
