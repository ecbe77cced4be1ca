import { useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import { FlowSheet } from "../trading/flow-sheet.tsx";
import { isUnderWay } from "../trading/order-flow.ts";
import type { TradeStop } from "../trading/trade-stop.ts";
import { ConfirmReview } from "./confirm-review.tsx";
import type { OrderFlow } from "./order-flow.ts";
import { OrderProgress } from "./order-progress.tsx";
import type { TicketFacts } from "./ticket-form.ts";

export interface ConfirmSheetProps {
  flow: OrderFlow;
  facts: TicketFacts | undefined;
  /** What forbids trading now; an order under way aside. */
  stop: TradeStop | undefined;
  busyElsewhere: boolean;
  onConfirm: () => void;
  /** Back to the form, or out of sight while the venue is asked. */
  onClose: () => void;
  /** Leads from an outcome to the order itself. */
  onOrder: (orderId: string) => void;
  open: boolean;
}

/** A coin order once more before it is sent; then what became of it. */
export function ConfirmSheet({
  flow,
  facts,
  stop,
  busyElsewhere,
  onConfirm,
  onClose,
  onOrder,
  open,
}: ConfirmSheetProps) {
  const { t } = useLingui();
  return (
    <FlowSheet
      {...{ flow, open, onClose, onConfirm }}
      confirmTitle={(intent) =>
        intent?.replaces !== undefined
          ? t`Confirm change`
          : intent?.side === "sell"
            ? t`Confirm sell`
            : t`Confirm buy`
      }
      review={(intent, sending, confirm) =>
        facts && (
          <ConfirmReview
            key={JSON.stringify(intent)}
            {...{ intent, facts, stop, sending, busyElsewhere }}
            onConfirm={confirm}
          />
        )
      }
      outcome={(shown) => <OrderProgress flow={shown} />}
      onward={(shown) =>
        "order" in shown &&
        !isUnderWay(shown) && (
          <Button wide onClick={() => onOrder(shown.order.id)}>{t`Show the order`}</Button>
        )
      }
    />
  );
}
