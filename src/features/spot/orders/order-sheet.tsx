import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { LateContent } from "../../trade/late-content.tsx";

const loadDetail = () => import("./order-detail.tsx").then((loaded) => loaded.OrderDetail);

/** A sheet with one coin order, and from there the orders that it replaced; null while closed. */
export function OrderSheet({ orderId, onClose }: { orderId: string | null; onClose: () => void }) {
  const { t } = useLingui();
  // Still drawn while the sheet closes.
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
    <Sheet open={orderId !== null} onClose={leave} title={t`Coin order`} closeLabel={t`Close`} tall>
      {shown !== null && (
        <LateContent
          key={shown}
          load={loadDetail}
          props={{ orderId: shown, onOrder: setEarlier, onLeave: leave }}
        />
      )}
    </Sheet>
  );
}
