import { Trans } from "@lingui/react/macro";
import { OrderDetail } from "./order-detail.tsx";
import styles from "./linked-order.module.css";

/** The coin order behind an entry of the billing history. */
export function LinkedOrder({ orderId }: { orderId: string }) {
  return (
    <section className={styles.linked}>
      <h3 className={styles.heading}><Trans>The order it belongs to</Trans></h3>
      <OrderDetail orderId={orderId} inHistory />
    </section>
  );
}
