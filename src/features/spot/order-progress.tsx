import { Trans } from "@lingui/react/macro";
import { FlowOutcome } from "../trading/flow-outcome.tsx";
import { mayRest, type OrderFlow } from "./order-flow.ts";
import { OrderReceiptRows } from "./order-receipt-rows.tsx";
import { useOutcomeText } from "./use-outcome-text.ts";
import { useRefusalText } from "./use-refusal-text.ts";

/** What a coin order is doing, or what became of it. */
export function OrderProgress({ flow }: { flow: OrderFlow }) {
  const outcomeText = useOutcomeText();
  const refusalText = useRefusalText();
  return (
    <FlowOutcome
      flow={flow}
      mayRest={mayRest}
      refusalText={(refusal, intent) => refusalText(refusal, intent.symbol)}
      unchanged={({ replaces }) =>
        replaces === undefined ? (
          <Trans>Nothing was bought or sold. The form still holds what you typed.</Trans>
        ) : (
          <Trans>
            The order you wanted to change is as it was. The form still holds what you typed.
          </Trans>
        )
      }
      absent={({ intent: { replaces } }) =>
        replaces === undefined ? (
          <Trans>
            The venue did not get your order: nothing was bought or sold. The form still holds what
            you typed.
          </Trans>
        ) : (
          <Trans>
            The venue did not get your change: the order is as it was. The form still holds what you
            typed.
          </Trans>
        )
      }
      outcomeText={outcomeText}
      receipt={(order) => <OrderReceiptRows order={order} />}
    />
  );
}
