import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Sheet } from "../../ui/sheet.tsx";
import { OrderDetail } from "./order-detail.tsx";

/** One coin order over the screen; null while closed. */
export function OrderSheet({ orderId, onClose }: { orderId: string | null; onClose: () => void }) {
  const { t } = useLingui();
  // Stays drawn while the sheet leaves.
  const [last, setLast] = useState(orderId);
  if (orderId !== null && orderId !== last) setLast(orderId);
  return (
    <Sheet open={orderId !== null} onClose={onClose} title={t`Coin order`} closeLabel={t`Close`}>
      {last !== null && <OrderDetail orderId={last} />}
    </Sheet>
  );
}
