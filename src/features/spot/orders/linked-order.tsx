import { Trans } from "@lingui/react/macro";
import { LinkedSection } from "../../trade/own-orders/linked-section.tsx";
import { OrderDetail } from "./order-detail.tsx";

/** The coin order behind an entry of the billing history. */
export function LinkedOrder({ orderId }: { orderId: string }) {
  return (
    <LinkedSection heading={<Trans>The order it belongs to</Trans>}>
      <OrderDetail orderId={orderId} inHistory />
    </LinkedSection>
  );
}
