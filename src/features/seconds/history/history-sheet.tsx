import { useLingui } from "@lingui/react/macro";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { Sheet, useLast } from "../../../ui/layers/sheet.tsx";
import { LateContent } from "../../trade/late-content.tsx";

const loadDetail = () =>
  import("./seconds-order-detail.tsx").then((loaded) => loaded.HistoryDetail);

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
      tall
    >
      {last && (
        <LateContent key={last.id} load={loadDetail} props={{ orderId: last.id, known: last }} />
      )}
    </Sheet>
  );
}
