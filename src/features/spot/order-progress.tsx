import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "../../ui/banner.tsx";
import { Progress } from "../../ui/progress.tsx";
import { mayRest, type OrderFlow } from "./order-flow.ts";
import { OrderReceiptRows } from "./order-receipt-rows.tsx";
import { useOutcomeText } from "./use-outcome-text.ts";
import { useRefusalText } from "./use-refusal-text.ts";
import styles from "./order-progress.module.css";

const tones = { filled: "success", waiting: "success", reviewing: "info", partly: "warning", cancelled: "warning" } as const;

/** What an order is doing, or what became of it. */
export function OrderProgress({ flow }: { flow: OrderFlow }) {
  const { t } = useLingui();
  const outcome = useOutcomeText();
  const refusal = useRefusalText();
  switch (flow.step) {
    case "checking":
      return (
        <div className={styles.progress} role="status">
          <Progress label={t`Asking the venue what became of your order`} />
          <p className={styles.words}>
            {flow.tries > 0
              ? <Trans>The venue cannot be reached. Your order may have been placed or not; it is asked for until that is known, and never sent twice.</Trans>
              : <Trans>The answer got lost on the way. Your order is looked up; it is never sent twice.</Trans>}
          </p>
        </div>
      );
    case "accepted":
      return (
        <div className={styles.progress} role="status">
          <Progress label={t`Submitted, waiting for the market`} />
          <p className={styles.words}>
            {mayRest(flow.order)
              ? <Trans>The venue has your order. It looks whether the market has something at your price right now; if not, the order waits.</Trans>
              : <Trans>The venue has your order. It fills with the next prices of the market, usually within a second.</Trans>}
          </p>
          {flow.late && <Late />}
        </div>
      );
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
          {flow.doubt !== null && (
            <p className={styles.words}>
              <Trans>Should the message still arrive, within a minute or two, you are told here. If you send again before that, only one of the two can be placed.</Trans>
            </p>
          )}
        </div>
      );
    case "filled": case "partly": case "cancelled": case "reviewing": case "waiting":
      return (
        <div className={styles.progress}>
          <Banner tone={tones[flow.step]} live>{outcome(flow.order)}</Banner>
          {flow.late && <Late />}
          <OrderReceiptRows order={flow.order} />
        </div>
      );
    default:
      return null;
  }
}

/** The person was told that it had not arrived. */
function Late() {
  return <Banner tone="info" live><Trans>This order arrived late: it had seemed lost on the way.</Trans></Banner>;
}
