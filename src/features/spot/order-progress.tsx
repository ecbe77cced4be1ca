import { Trans } from "@lingui/react/macro";
import { Banner } from "../../ui/banner.tsx";
import { AcceptedOrder, CheckingOrder, DoubtWords, LateOrder } from "../trading/flow-words.tsx";
import { mayRest, type OrderFlow } from "./order-flow.ts";
import { OrderReceiptRows } from "./order-receipt-rows.tsx";
import { useOutcomeText } from "./use-outcome-text.ts";
import { useRefusalText } from "./use-refusal-text.ts";
import styles from "../trading/flow-words.module.css";

const tones = { filled: "success", waiting: "success", reviewing: "info", partly: "warning", cancelled: "warning" } as const;

/** What an order is doing, or what became of it. */
export function OrderProgress({ flow }: { flow: OrderFlow }) {
  const outcome = useOutcomeText();
  const refusal = useRefusalText();
  switch (flow.step) {
    case "checking": return <CheckingOrder unreachable={flow.tries > 0} />;
    case "accepted": return <AcceptedOrder mayRest={mayRest(flow.order)} unreachable={flow.tries > 0} late={flow.late} />;
    case "refused":
      return (
        <div className={styles.progress}>
          <Banner tone="danger" live>{refusal(flow.refusal, flow.attempt.intent.symbol)}</Banner>
          <p className={styles.words}>
            {flow.attempt.intent.replaces === undefined
              ? <Trans>Nothing was bought or sold. The form still holds what you typed.</Trans>
              : <Trans>The order you wanted to change is as it was. The form still holds what you typed.</Trans>}
          </p>
        </div>
      );
    case "absent":
      return (
        <div className={styles.progress}>
          <Banner tone="warning" live>
            {flow.attempt.intent.replaces === undefined
              ? <Trans>The venue did not get your order: nothing was bought or sold. The form still holds what you typed.</Trans>
              : <Trans>The venue did not get your change: the order is as it was. The form still holds what you typed.</Trans>}
          </Banner>
          {flow.doubt !== null && <DoubtWords />}
        </div>
      );
    case "filled": case "partly": case "cancelled": case "reviewing": case "waiting":
      return (
        <div className={styles.progress}>
          <Banner tone={tones[flow.step]} live>{outcome(flow.order)}</Banner>
          {flow.late && <LateOrder />}
          <OrderReceiptRows order={flow.order} />
        </div>
      );
    default:
      return null;
  }
}
