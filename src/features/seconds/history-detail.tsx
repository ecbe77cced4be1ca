import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { secondsStatus, type SecondsOrder } from "#protocol/seconds-order.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TechnicalDetails } from "../platform/technical-details.tsx";
import { useOrderPollMs } from "../trading/use-own-stream.ts";
import { OrderBills } from "../wallet/order-bills.tsx";
import { billPagesQuery } from "../wallet/queries.ts";
import { ReceiptSection } from "./receipt-section.tsx";
import { ResultHeadline } from "./result-headline.tsx";
import { RunningCard } from "./running-card.tsx";
import { secondsOrderQuery } from "./running-queries.ts";
import { SettledRows } from "./settled-rows.tsx";
import { useReceiptFile } from "./use-receipt-file.ts";
import styles from "./history-detail.module.css";

export interface HistoryDetailProps {
  orderId: string;
  /** As a list had it, until it is read by itself; also all there is of it offline. */
  known?: SecondsOrder | undefined;
  /** The history shows it below one of its entries. */
  inHistory?: boolean | undefined;
}

/** A seconds contract whole: its outcome and numbers, what it moved, its receipt and the check of it. */
export function HistoryDetail({ orderId, known, inHistory = false }: HistoryDetailProps) {
  const { t, i18n } = useLingui();
  const pollMs = useOrderPollMs();
  const {
    data: read,
    error,
    dataUpdatedAt,
    isFetching,
    refetch,
  } = useQuery({
    ...secondsOrderQuery(orderId),
    refetchInterval: ({ state }) =>
      state.data?.status === secondsStatus.closed ? false : Math.min(pollMs, 1000),
  });
  const order = read ?? known;
  const isClosed = order?.status === secondsStatus.closed;
  const { data: pages, hasNextPage } = useInfiniteQuery({
    ...billPagesQuery({ second: orderId }),
    enabled: order !== undefined,
  });
  const receipt = useReceiptFile(orderId, isClosed).data?.receipt;
  if (!order && error) {
    return (
      <ErrorState
        compact
        title={t`The contract did not arrive`}
        retryLabel={t`Try again`}
        onRetry={() => void refetch()}
        busy={isFetching}
      >
        <Trans>It needs a connection once; then this device keeps it.</Trans>
      </ErrorState>
    );
  }
  if (!order) return <Skeleton shape="block" />;
  const time = formatDateTime(dataUpdatedAt, i18n.locale);
  // A venue that knows nothing of this filter answers all entries.
  const bills = pages?.pages
    .flatMap((page) => page.list)
    .filter((bill) => bill.ref_id === orderId && bill.ref_type === "second_order");
  return (
    <div className={styles.detail}>
      {isClosed ? (
        <div>
          <ResultHeadline order={order} />
          <SettledRows order={order} seq={receipt?.seq} />
        </div>
      ) : (
        <RunningCard order={order} at={dataUpdatedAt} />
      )}
      {error && !isClosed && (
        <Banner tone="warning">
          <Trans>It could not be refreshed. This is from {time}.</Trans>
        </Banner>
      )}
      <OrderBills
        bills={bills}
        isPart={hasNextPage}
        history={inHistory ? undefined : { second: orderId }}
      />
      {order.result === "lose" && (
        <p>
          <Trans>
            The stake of a lost contract went to the venue. It had left your available balance when
            the contract began, so there is no second entry.
          </Trans>
        </p>
      )}
      {isClosed && <ReceiptSection orderId={orderId} />}
      <TechnicalDetails>
        <KeyValues dense>
          <KeyValue label={t`Accepted`}>{formatDateTime(order.create_time, i18n.locale)}</KeyValue>
          <KeyValue
            label={t`Order number`}
            explanation={t`Names this contract at the venue. Give it when you ask about it.`}
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
