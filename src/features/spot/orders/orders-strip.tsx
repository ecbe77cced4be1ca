import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { memo } from "react";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { OwnStrip } from "../../trade/own-orders/own-strip.tsx";
import { openOrdersQuery } from "./order-queries.ts";
import { OrdersPanel, type OrdersPanelProps } from "./orders-panel.tsx";

export interface OrdersStripProps extends OrdersPanelProps {
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** The person's coin orders below the ticket, with the number of those that are open in a strip above them. */
export const OrdersStrip = memo(function OrdersStrip({ open, onOpen, ...panel }: OrdersStripProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const { data: waiting } = useQuery({ ...openOrdersQuery(), enabled: authorized });
  const orders = (authorized && waiting?.list.length) || 0;
  return (
    <OwnStrip
      title={t`Your coin orders`}
      open={open}
      onOpen={(opens) => {
        if (opens) panel.onTab("pending");
        onOpen(opens);
      }}
      line={
        orders > 0 ? (
          <span>
            <Trans>Open orders {orders}</Trans>
          </span>
        ) : undefined
      }
    >
      <OrdersPanel {...panel} />
    </OwnStrip>
  );
});
