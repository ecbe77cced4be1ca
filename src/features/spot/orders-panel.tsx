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
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { formatDateTime } from "../../lib/format.ts";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { OrderDetail } from "./order-detail.tsx";
import { OrderRow } from "./order-row.tsx";
import { orderPagesQuery } from "./queries.ts";
import styles from "./orders-panel.module.css";

export type OrderTab = "pending" | "review" | "completed";

const statusOf: Record<OrderTab, 0 | 1 | 2> = {
  pending: coinStatus.pendingOrder, review: coinStatus.pendingReview, completed: coinStatus.completed,
};
/** Pending ones may move at any moment; completed ones only grow. */
const refreshMs: Record<OrderTab, number> = { pending: 3000, review: 10_000, completed: 30_000 };

/** The person's coin orders by their status word. */
export function OrdersPanel({ tab, onTab }: { tab: OrderTab; onTab: (tab: OrderTab) => void }) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const ask = useSetAtom(authPromptAtom);
  return (
    <Tabs
      label={t`Your coin orders`}
      selected={tab}
      onSelect={onTab}
      tabs={[{ id: "pending", label: t`Pending` }, { id: "review", label: t`Pending review` }, { id: "completed", label: t`Completed` }]}
    >
      {authorized ? <OrderList key={tab} tab={tab} /> : (
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

function OrderList({ tab }: { tab: OrderTab }) {
  const { t, i18n } = useLingui();
  const [opened, setOpened] = useState<CoinOrder | null>(null);
  const [shown, setShown] = useState<CoinOrder | null>(null);
  if (opened && opened !== shown) setShown(opened);
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
        <ul>{orders.map((order) => <li key={order.id}><OrderRow order={order} onPress={() => setOpened(order)} /></li>)}</ul>
      )}
      {orders.length > 0 && (
        <MoreSentinel hasMore={hasNextPage} busy={isFetchingNextPage} failed={isFetchNextPageError} onMore={() => void query.fetchNextPage()} moreLabel={t`Show older orders`} />
      )}
      <Sheet open={opened !== null} onClose={() => setOpened(null)} title={t`Coin order`} closeLabel={t`Close`}>
        {shown && <OrderDetail orderId={shown.id} />}
      </Sheet>
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
