import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Sheet } from "../../ui/sheet.tsx";
import { OrderDetail } from "./order-detail.tsx";

/** One coin order over the screen, and from it those it took the place of; null while closed. */
export function OrderSheet({ orderId, onClose }: { orderId: string | null; onClose: () => void }) {
  const { t } = useLingui();
  // Stays drawn while the sheet leaves.
  const [last, setLast] = useState(orderId);
  const [earlier, setEarlier] = useState<string | null>(null);
  if (orderId !== null && orderId !== last) {
    setLast(orderId);
    setEarlier(null);
  }
  const shown = earlier ?? last;

  function leave() {
    setEarlier(null);
    onClose();
  }

  return (
    <Sheet open={orderId !== null} onClose={leave} title={t`Coin order`} closeLabel={t`Close`}>
      {shown !== null && (
        <OrderDetail key={shown} orderId={shown} onOrder={setEarlier} onLeave={leave} />
      )}
    </Sheet>
  );
}
