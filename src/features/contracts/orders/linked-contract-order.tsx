import { Trans } from "@lingui/react/macro";
import { LinkedSection } from "../../trade/own-orders/linked-section.tsx";
import { ContractOrderDetail } from "./contract-order-detail.tsx";

/** The contract order behind an entry of the billing history. */
export function LinkedContractOrder({ orderId }: { orderId: string }) {
  return (
    <LinkedSection heading={<Trans>The order it belongs to</Trans>}>
      <ContractOrderDetail orderId={orderId} />
    </LinkedSection>
  );
}
