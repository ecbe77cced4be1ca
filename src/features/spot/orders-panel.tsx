import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useState } from "react";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreSentinel } from "../../ui/more-sentinel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { OrderRow } from "./order-row.tsx";
import { orderPagesQuery } from "./queries.ts";
import styles from "./orders-panel.module.css";

export type OrderTab = "pending" | "review" | "completed";

const statusOf: Record<OrderTab, 0 | 1 | 2> = {
  pending: coinStatus.pendingOrder, review: coinStatus.pendingReview, completed: coinStatus.completed,
};
/** Pending ones may move at any moment; completed ones only grow. */
const refreshMs: Record<OrderTab, number> = { pending: 3000, review: 10_000, completed: 30_000 };

const countRefreshMs = 10_000;

export interface OrdersPanelProps {
  /** Undefined until the person has chosen: pending ones first, if there are any. */
  tab: OrderTab | undefined;
  onTab: (tab: OrderTab) => void;
  onOrder: (orderId: string) => void;
}

/** The person's coin orders by their status word. */
export function OrdersPanel({ tab: wanted, onTab, onOrder }: OrdersPanelProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const ask = useSetAtom(authPromptAtom);
  const counts = useOrderCounts(authorized);
  // Settled once: a tab that changes by itself takes the list from under the thumb.
  const [first, setFirst] = useState<OrderTab | undefined>(undefined);
  if (first === undefined && counts.pending !== undefined) setFirst(counts.pending > 0 ? "pending" : "completed");
  const tab = wanted ?? first ?? "completed";
  const count = (of: OrderTab) => counts[of] || undefined;
  return (
    <Tabs
      label={t`Your coin orders`}
      selected={tab}
      onSelect={onTab}
      tabs={[
        { id: "pending", label: t`Pending`, count: count("pending") },
        { id: "review", label: t`Pending review`, count: count("review") },
        { id: "completed", label: t`Completed`, count: count("completed") },
      ]}
    >
      {authorized ? <OrderList key={tab} tab={tab} onOrder={onOrder} /> : (
        <EmptyState
          compact
          title={t`Your orders appear here`}
          action={<Button onClick={() => ask({ reason: "required", to: null })}>{t`Log in`}</Button>}
        >
          <Trans>Log in to see what you bought and sold with paper money.</Trans>
        </EmptyState>
      )}
    </Tabs>
  );
}

/** How many orders stand under each word, as far as known. */
function useOrderCounts(enabled: boolean): Record<OrderTab, number | undefined> {
  const pending = useInfiniteQuery({ ...orderPagesQuery(statusOf.pending), enabled, refetchInterval: countRefreshMs });
  const review = useInfiniteQuery({ ...orderPagesQuery(statusOf.review), enabled });
  const completed = useInfiniteQuery({ ...orderPagesQuery(statusOf.completed), enabled });
  const totalOf = (query: typeof pending) => (enabled ? query.data?.pages[0]?.total : undefined);
  return { pending: totalOf(pending), review: totalOf(review), completed: totalOf(completed) };
}

function OrderList({ tab, onOrder }: { tab: OrderTab; onOrder: (orderId: string) => void }) {
  const { t, i18n } = useLingui();
  const query = useInfiniteQuery({ ...orderPagesQuery(statusOf[tab]), refetchInterval: refreshMs[tab], refetchOnMount: "always" });
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const orders = data && uniqueOrders(data.pages.flatMap((page) => page.list));
  const time = formatDateTime(query.dataUpdatedAt, i18n.locale);

  if (!orders) {
    if (!error) return <SkeletonRows count={3} lead={false} />;
    return (
      <ErrorState compact title={t`Your orders did not arrive`} retryLabel={t`Try again`} onRetry={() => void query.refetch()} busy={isFetching}>
        <Trans>Nothing is lost: they are kept by the venue.</Trans>
      </ErrorState>
    );
  }
  return (
    <>
      {error && !isFetchNextPageError && (
        <div className={styles.notice}>
          <Banner tone="warning" action={<Button look="quiet" size="small" busy={isFetching} onClick={() => void query.refetch()}>{t`Try again`}</Button>}>
            <Trans>The list could not be refreshed. It is from {time}.</Trans>
          </Banner>
        </div>
      )}
      {orders.length === 0 ? <NoOrders tab={tab} /> : (
        <ul>{orders.map((order) => <li key={order.id}><OrderRow order={order} onPress={() => onOrder(order.id)} /></li>)}</ul>
      )}
      {orders.length > 0 && (
        <MoreSentinel hasMore={hasNextPage} busy={isFetchingNextPage} failed={isFetchNextPageError} onMore={() => void query.fetchNextPage()} moreLabel={t`Show older orders`} />
      )}
    </>
  );
}

function NoOrders({ tab }: { tab: OrderTab }) {
  const { t } = useLingui();
  switch (tab) {
    case "pending": return <EmptyState compact title={t`No open orders`}><Trans>A market order stands here for the moment until it has filled.</Trans></EmptyState>;
    case "review": return <EmptyState compact title={t`Nothing under review`}><Trans>A venue may look at large sells before they trade; they would wait here.</Trans></EmptyState>;
    case "completed": return <EmptyState compact title={t`No completed orders yet`}><Trans>Buy or sell above; what became of it stays here.</Trans></EmptyState>;
  }
}

function uniqueOrders(orders: readonly CoinOrder[]): CoinOrder[] {
  return [...new Map(orders.map((order) => [order.id, order])).values()];
}
