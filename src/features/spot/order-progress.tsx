import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "../../ui/banner.tsx";
import { Progress } from "../../ui/progress.tsx";
import type { OrderFlow } from "./order-flow.ts";
import { OrderReceiptRows } from "./order-receipt-rows.tsx";
import { useOutcomeText } from "./use-outcome-text.ts";
import styles from "./order-progress.module.css";

/** What an order is doing, or what became of it. */
export function OrderProgress({ flow }: { flow: OrderFlow }) {
  const { t } = useLingui();
  const outcome = useOutcomeText();
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
          <p className={styles.words}><Trans>The venue has your order. It fills with the next prices of the market, usually within a second.</Trans></p>
        </div>
      );
    case "absent":
      return <Banner tone="warning" live><Trans>The venue did not get your order, so nothing was bought or sold. The form still holds what you typed.</Trans></Banner>;
    case "filled": case "partly": case "cancelled": case "reviewing":
      return (
        <div className={styles.progress}>
          <Banner tone={flow.step === "filled" ? "success" : flow.step === "reviewing" ? "info" : "warning"} live>{outcome(flow.order)}</Banner>
          <OrderReceiptRows order={flow.order} />
        </div>
      );
    default:
      return null;
  }
}
