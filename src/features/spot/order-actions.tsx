import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { Button } from "../../ui/button.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { amendWish, mayAmend, repeatWish } from "./order-wish.ts";
import { useCancelOrder } from "./use-cancel-order.ts";
import { useTicketWish } from "./use-ticket-wish.ts";
import styles from "./order-detail.module.css";

/** What can be done about an order: cancel it, change it, or wish for the same again. */
export function OrderActions({
  order,
  onLeave,
}: {
  order: CoinOrder;
  onLeave?: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const wishFor = useTicketWish();
  const { flow } = useCancelOrder(order.id);
  const [asking, setAsking] = useState(false);
  const waits = order.status !== coinStatus.completed;

  // What became of a cancel stays in sight until it was read, also when it was begun elsewhere.
  if (asking || flow !== undefined)
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
            wishFor(amendWish(order));
            onLeave?.();
          }}
        >{t`Change`}</Button>
      )}
      <Button
        wide
        onClick={() => {
          wishFor(repeatWish(order));
          onLeave?.();
        }}
      >{t`Repeat`}</Button>
    </div>
  );
}
