import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreSentinel } from "../../ui/more-sentinel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOnline } from "../platform/use-online.ts";
import { OrderRow } from "./order-row.tsx";
import { repeatWish } from "./order-wish.ts";
import { useTicketWish } from "./use-ticket-wish.ts";
import styles from "./orders-panel.module.css";

export interface OrderListProps {
  /** Undefined until the first answer, the device's or the venue's. */
  orders: readonly CoinOrder[] | undefined;
  /** The last refresh failed. */
  failed: boolean;
  busy: boolean;
  /** When what is shown came, Unix ms of this device. */
  at: number;
  onRetry: () => void;
  onOrder: (orderId: string) => void;
  /** For orders that wait. */
  onCancel?: ((order: CoinOrder) => void) | undefined;
  empty: ReactNode;
  more: { hasMore: boolean; busy: boolean; failed: boolean; onMore: () => void };
}

/** Orders one below the other, with what to say while there are none, or none that are fresh. */
export function OrderList({ orders, failed, busy, at, onRetry, onOrder, onCancel, empty, more }: OrderListProps) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const wishFor = useTicketWish();
  const time = formatDateTime(at, i18n.locale);

  if (!orders) {
    if (!failed && online) return <SkeletonRows count={3} lead={false} />;
    return (
      <ErrorState compact title={t`Your orders did not arrive`} retryLabel={t`Try again`} onRetry={onRetry} busy={busy}>
        {online ? <Trans>Nothing is lost: they are kept by the venue.</Trans> : <Trans>You are offline, and this device has no copy.</Trans>}
      </ErrorState>
    );
  }
  return (
    <>
      {(failed || !online) && (
        <div className={styles.notice}>
          <Banner tone={online ? "warning" : "offline"} action={<Button look="quiet" size="small" busy={busy} onClick={onRetry}>{t`Try again`}</Button>}>
            {online ? <Trans>The list could not be refreshed. It is from {time}.</Trans> : <Trans>You are offline. The list is from {time}.</Trans>}
          </Banner>
        </div>
      )}
      {orders.length === 0 ? empty : (
        <ul>
          {orders.map((order) => (
            <li key={order.id}>
              <OrderRow
                order={order}
                onPress={() => onOrder(order.id)}
                {...(onCancel ? { onCancel: () => onCancel(order) } : { onRepeat: order.status === coinStatus.completed ? () => wishFor(repeatWish(order)) : undefined })}
              />
            </li>
          ))}
        </ul>
      )}
      {orders.length > 0 && (
        <MoreSentinel hasMore={more.hasMore} busy={more.busy} failed={more.failed} onMore={more.onMore} moreLabel={t`Show older orders`} />
      )}
    </>
  );
}
