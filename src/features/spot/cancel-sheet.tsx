import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { CoinOrder } from "#protocol/spot.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { useCancelOrder } from "./use-cancel-order.ts";

/** Asks whether the order of a row is to be cancelled; null while closed. */
export function CancelSheet({ order, onClose }: { order: CoinOrder | null; onClose: () => void }) {
  const { t } = useLingui();
  // Stays drawn while the sheet leaves.
  const [last, setLast] = useState(order);
  if (order && order !== last) setLast(order);
  const { dismiss } = useCancelOrder(last?.id ?? "");

  function leave() {
    dismiss();
    onClose();
  }

  return (
    <Sheet open={order !== null} onClose={leave} title={t`Cancel this order?`} closeLabel={t`Close`}>
      {last && <CancelOrder order={last} onLeave={onClose} />}
    </Sheet>
  );
}
