import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Sheet } from "../../ui/sheet.tsx";
import { HistoryDetail } from "./history-detail.tsx";

/** One seconds contract over the screen; null while closed. */
export function HistorySheet({ orderId, onClose }: { orderId: string | null; onClose: () => void }) {
  const { t } = useLingui();
  // Stays drawn while the sheet leaves.
  const [last, setLast] = useState(orderId);
  if (orderId !== null && orderId !== last) setLast(orderId);
  return (
    <Sheet open={orderId !== null} onClose={onClose} title={t`Seconds contract`} closeLabel={t`Close`}>
      {last !== null && <HistoryDetail key={last} orderId={last} />}
    </Sheet>
  );
}
