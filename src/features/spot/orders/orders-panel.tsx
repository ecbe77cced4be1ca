import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtom, useAtomValue, atom } from "jotai";
import { memo, useState, type ReactNode } from "react";
import * as v from "valibot";
import { coinStatus, type CoinOrder, spotEndpoints } from "#protocol/api/spot.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { deskScreen, useMedia } from "../../../lib/use-media.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { vibrate } from "../../platform/haptics.ts";
import { olderPages, pageRows } from "../../platform/lists/paged-rows.ts";
import { LoginWanted } from "../../session/login-wanted.tsx";
import { authorizedAtom, sessionAtom } from "../../session/session-atoms.ts";
import { OwnPanel, type ListScope } from "../../trade/own-orders/own-panel.tsx";
import { useSelection } from "../../trade/own-orders/use-selection.ts";
import { useOrderPollMs, useOwnStream } from "../../trade/own-orders/use-own-stream.ts";
import { CancelSheet } from "./cancel-order.tsx";
import { CoinCancelAllSheet } from "./coin-cancel-all-sheet.tsx";
import { OrderList } from "./order-list.tsx";
import { filledAny } from "./order-summary.ts";
import { openOrdersQuery, orderPagesQuery } from "./order-queries.ts";
import { useOutcomeText } from "./use-outcome-message.ts";
import { invalidate } from "../../../api/query.ts";

/** Whether coin orders of one market or of all are shown. */
const ordersScopeAtom = atom<ListScope>("all");

export type OrderTab = "pending" | "review" | "completed";

/** Rows drawn at first; there may be hundreds. */
const drawnAtOnce = 50;

export interface OrdersPanelProps {
  /** The market on screen. */
  symbol: string;
  /** Undefined until the user has chosen: then pending orders are shown first, if there are any. */
  tab: OrderTab | undefined;
  onTab: (tab: OrderTab) => void;
  onOrder: (orderId: string) => void;
}

/** The user's coin orders by status, of this market or of all. */
export const OrdersPanel = memo(function OrdersPanel({
  symbol,
  tab: wanted,
  onTab,
  onOrder,
}: OrdersPanelProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const [scope, setScope] = useAtom(ordersScopeAtom);
  const within = scope === "here" ? symbol : undefined;
  const pollMs = useOrderPollMs();
  const open = useQuery({
    ...openOrdersQuery(),
    enabled: authorized,
    refetchInterval: pollMs,
    refetchOnMount: "always",
  });
  const review = useInfiniteQuery({
    ...orderPagesQuery(coinStatus.pendingReview, within),
    enabled: authorized,
    refetchInterval: 4 * pollMs,
  });
  const completed = useInfiniteQuery({
    ...orderPagesQuery(coinStatus.completed, within),
    enabled: authorized,
    refetchInterval: 10 * pollMs,
  });
  const waiting = open.data?.list.filter(
    (order) => within === undefined || order.symbol === within,
  );
  // Decided once: a tab that changes by itself would move the list under the thumb.
  const [first, setFirst] = useState<OrderTab | undefined>(undefined);
  if (first === undefined && waiting !== undefined)
    setFirst(waiting.length > 0 ? "pending" : "completed");
  const tab = wanted ?? first ?? "completed";
  const [cancelling, setCancelling] = useState<CoinOrder | null>(null);
  const [drawn, setDrawn] = useState(drawnAtOnce);
  const spoken = useSpokenEnd();
  const isDesk = useMedia(deskScreen);
  const { selection, count: toCancel, ask: askToCancel, sheet } = useSelection(waiting, isDesk);

  const older = t`Show older orders`;

  function list(of: OrderTab): ReactNode {
    if (of === "pending") {
      return (
        <OrderList
          orders={waiting?.slice(0, drawn)}
          query={open}
          onOrder={onOrder}
          onCancel={setCancelling}
          selection={selection}
          empty={
            <NoOrders
              tab="pending"
              elsewhere={(open.data?.list.length ?? 0) - (waiting?.length ?? 0)}
              onAll={() => setScope("all")}
            />
          }
          more={{
            label: older,
            hasMore: (waiting?.length ?? 0) > drawn,
            busy: false,
            failed: false,
            onMore: () => setDrawn(drawn + drawnAtOnce),
          }}
        />
      );
    }
    const query = of === "review" ? review : completed;
    return (
      <OrderList
        orders={pageRows(query.data)}
        query={query}
        onOrder={onOrder}
        onCancel={of === "review" ? setCancelling : undefined}
        empty={<NoOrders tab={of} elsewhere={0} onAll={() => setScope("all")} />}
        more={olderPages(query, older)}
      />
    );
  }

  return (
    <>
      <OwnPanel
        label={t`Your coin orders`}
        tab={tab}
        onTab={onTab}
        tabs={[
          { id: "pending", label: t`Pending`, count: waiting?.length },
          { id: "review", label: t`Pending review`, count: review.data?.pages[0]?.total },
          { id: "completed", label: t`Completed`, count: completed.data?.pages[0]?.total },
        ]}
        scope={{
          label: t`Orders of which market`,
          here: symbolName(symbol),
          all: t`All markets`,
          value: scope,
          onValue: setScope,
        }}
        acts={
          tab === "pending" &&
          waiting !== undefined &&
          waiting.length > 0 && (
            <Button look="quiet" size="small" onClick={askToCancel}>
              {toCancel > 0 ? t`Cancel chosen (${toCancel})` : t`Cancel all`}
            </Button>
          )
        }
        visitor={
          <LoginWanted compact title={t`Your orders appear here`}>
            <Trans>Log in to see what you bought and sold with paper money.</Trans>
          </LoginWanted>
        }
      >
        {list(tab)}
      </OwnPanel>
      <CancelSheet order={cancelling} onClose={() => setCancelling(null)} />
      <CoinCancelAllSheet {...sheet} symbol={within} waiting={waiting ?? []} />
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </>
  );
});

/** How a waiting order ended, for screen readers; an order that ends at once is reported by its own sheet. */
function useSpokenEnd(): string {
  const outcome = useOutcomeText();
  const ended = useOrderStream();
  return ended === null || ended.type === "market" ? "" : outcome(ended);
}

function NoOrders({
  tab,
  elsewhere,
  onAll,
}: {
  tab: OrderTab;
  elsewhere: number;
  onAll: () => void;
}) {
  const { t } = useLingui();
  switch (tab) {
    case "pending":
      return (
        <EmptyState
          compact
          title={t`No open orders`}
          action={
            elsewhere > 0 ? (
              <Button size="small" onClick={onAll}>{t`All markets`}</Button>
            ) : undefined
          }
        >
          {elsewhere > 0 ? (
            <Trans>Orders wait in other markets.</Trans>
          ) : (
            <Trans>
              A limit or stop order waits here for its price; it can be changed or cancelled
              meanwhile.
            </Trans>
          )}
        </EmptyState>
      );
    case "review":
      return (
        <EmptyState compact title={t`Nothing under review`}>
          <Trans>A venue may look at large sells before they trade; they would wait here.</Trans>
        </EmptyState>
      );
    case "completed":
      return (
        <EmptyState compact title={t`No completed orders yet`}>
          <Trans>What became of your orders stays here.</Trans>
        </EmptyState>
      );
  }
}

/**
 * Reads orders and balances again as soon as the stream reports a change of one of the user's orders. Answers the
 * last one that ended in this way.
 */
function useOrderStream(): CoinOrder | null {
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const [ended, setEnded] = useState<{ userId: string; order: CoinOrder } | null>(null);

  useOwnStream(
    "user.coin",
    (data) => {
      const order = v.safeParse(spotEndpoints.coinPlaceOrder.data, data);
      if (userId === null || !order.success || order.output.status !== coinStatus.completed) return;
      if (filledAny(order.output)) vibrate("fill");
      setEnded({ userId, order: order.output });
    },
    () => {
      void invalidate(
        client,
        spotEndpoints.coinOrders,
        spotEndpoints.coinOrder,
        walletEndpoints.walletBalance,
        walletEndpoints.tradeRecord,
      );
    },
  );

  return ended !== null && ended.userId === userId ? ended.order : null;
}
