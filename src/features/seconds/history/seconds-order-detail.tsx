import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type SecondsOrder, secondsStatus } from "#protocol/api/seconds-order.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { TechnicalDetails } from "../../platform/technical-details.tsx";
import { LinkedSection } from "../../trade/own-orders/linked-section.tsx";
import { useOrderPollMs } from "../../trade/own-orders/use-own-stream.ts";
import { billPagesQuery } from "../../wallet/bills/bill-queries.ts";
import { OrderBills } from "../../wallet/bills/order-bills.tsx";
import { secondsOrderQuery } from "../figures/seconds-queries.ts";
import { ResultHeadline, SettledRows } from "../result/result-summary.tsx";
import { RunningCard } from "../running/running-card.tsx";
import { ReceiptSection } from "../verify/receipt-view.tsx";
import { useReceiptFile } from "../verify/use-receipt-file.ts";
import styles from "./seconds-order-detail.module.css";

interface HistoryDetailProps {
  orderId: string;
  /** The copy from a list, shown until the order is loaded, and offline. */
  known?: SecondsOrder | undefined;
  /** Whether it is shown in the billing history. */
  inHistory?: boolean | undefined;
}

/** All facts of a seconds contract: outcome, figures, bills, receipt and its check. */
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
  const file = useReceiptFile(orderId, isClosed).data;
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
  // A venue that does not support this filter answers with all entries.
  const bills = pages?.pages
    .flatMap((page) => page.list)
    .filter((bill) => bill.ref_id === orderId && bill.ref_type === "second_order");
  return (
    <div className={styles.detail}>
      {isClosed ? (
        <div>
          <ResultHeadline order={order} />
          <SettledRows order={order} slip={file?.slip} seq={file?.receipt.seq} />
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

/** The seconds contract behind an entry of the billing history. */
export function LinkedSecond({ orderId }: { orderId: string }) {
  return (
    <LinkedSection heading={<Trans>The seconds contract it belongs to</Trans>}>
      <HistoryDetail orderId={orderId} inHistory />
    </LinkedSection>
  );
}
