import { useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { useLast } from "../../ui/use-last.ts";
import { HistoryDetail } from "./history-detail.tsx";

/** One seconds contract over the screen; null while closed. */
export function HistorySheet({
  order,
  onClose,
}: {
  order: SecondsOrder | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const last = useLast(order);
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      title={t`Seconds contract`}
      closeLabel={t`Close`}
    >
      {last && <HistoryDetail key={last.id} orderId={last.id} known={last} />}
    </Sheet>
  );
}
