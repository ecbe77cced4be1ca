import { useLingui } from "@lingui/react/macro";
import type { CoinOrder } from "#protocol/spot.ts";
import { Sheet } from "../../ui/sheet.tsx";
import { useLast } from "../../ui/use-last.ts";
import { isCancelling } from "../trading/cancel-flow.ts";
import { CancelOrder } from "./cancel-order.tsx";
import { useCancelOrder } from "./use-cancel-order.ts";

/** Asks whether the order of a row is to be cancelled; null while closed. */
export function CancelSheet({ order, onClose }: { order: CoinOrder | null; onClose: () => void }) {
  const { t } = useLingui();
  const last = useLast(order);
  const { flow, dismiss } = useCancelOrder(last?.id ?? "");

  function leave() {
    dismiss();
    onClose();
  }

  const title =
    flow === undefined
      ? t`Cancel this order?`
      : flow.step === "cancelled"
        ? t`Order cancelled`
        : isCancelling(flow)
          ? t`Cancelling the order`
          : t`Not cancelled`;

  return (
    <Sheet open={order !== null} onClose={leave} title={title} closeLabel={t`Close`}>
      {last && <CancelOrder order={last} onLeave={onClose} />}
    </Sheet>
  );
}
