import { useLingui } from "@lingui/react/macro";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { KeptList, type KeptListProps } from "../platform/kept-list.tsx";
import { OrderRow } from "./order-row.tsx";
import { repeatWish } from "./order-wish.ts";
import { useTicketWish } from "./use-ticket-wish.ts";

export interface OrderListProps extends Pick<KeptListProps<CoinOrder>, "query" | "empty" | "more"> {
  /** Undefined until the first answer, the device's or the venue's. */
  orders: readonly CoinOrder[] | undefined;
  onOrder: (orderId: string) => void;
  /** For orders that wait. */
  onCancel?: ((order: CoinOrder) => void) | undefined;
}

/** Orders one below the other, with what to say while there are none, or none that are fresh. */
export function OrderList({ orders, onOrder, onCancel, ...list }: OrderListProps) {
  const { t } = useLingui();
  const wishFor = useTicketWish();
  return (
    <KeptList
      {...list}
      rows={orders}
      missing={t`Your orders did not arrive`}
      row={(order) => (
        <OrderRow
          order={order}
          onPress={() => onOrder(order.id)}
          {...(onCancel
            ? { onCancel: () => onCancel(order) }
            : {
                onRepeat:
                  order.status === coinStatus.completed
                    ? () => wishFor(repeatWish(order))
                    : undefined,
              })}
        />
      )}
    />
  );
}
