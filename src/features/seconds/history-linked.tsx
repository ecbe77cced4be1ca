import { Trans } from "@lingui/react/macro";
import { LinkedSection } from "../trading/linked-section.tsx";
import { HistoryDetail } from "./history-detail.tsx";

/** The seconds contract behind an entry of the billing history. */
export function LinkedSecond({ orderId }: { orderId: string }) {
  return (
    <LinkedSection heading={<Trans>The seconds contract it belongs to</Trans>}>
      <HistoryDetail orderId={orderId} inHistory />
    </LinkedSection>
  );
}
