import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { HistoryDetail } from "./history-detail.tsx";

/** One seconds contract over the screen; null while closed. */
export function HistorySheet({ order, onClose }: { order: SecondsOrder | null; onClose: () => void }) {
  const { t } = useLingui();
  // Stays drawn while the sheet leaves.
  const [last, setLast] = useState(order);
  if (order && order !== last) setLast(order);
  return (
    <Sheet open={order !== null} onClose={onClose} title={t`Seconds contract`} closeLabel={t`Close`}>
      {last && <HistoryDetail key={last.id} orderId={last.id} known={last} />}
    </Sheet>
  );
}
