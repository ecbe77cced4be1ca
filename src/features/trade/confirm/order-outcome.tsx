import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Banner } from "../../../ui/states/banner.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import type { Attempt, Refusal } from "../../../writes/write.ts";
import type { OrderWrite } from "../writes/order-kind.ts";
import { tones } from "../writes/use-order-write.ts";
import styles from "./order-outcome.module.css";

export interface OrderOutcomeProps<Intent, Order> {
  write: OrderWrite<Intent, Order>;
  /** Whether an order may wait for its price instead of filling at once. */
  mayRest: (order: Order) => boolean;
  /** Why the venue refused. */
  refusalMessage: (refusal: Refusal, intent: Intent) => string;
  /** What a refusal leaves as it was. */
  unchanged: (intent: Intent) => ReactNode;
  /** The venue did not get it. */
  absent: (attempt: Attempt<Intent>) => ReactNode;
  outcomeMessage: (order: Order) => string;
  summary: (order: Order) => ReactNode;
}

/** The progress of an order, or its outcome. */
export function OrderOutcome<Intent, Order>({
  write,
  mayRest,
  refusalMessage,
  unchanged,
  absent,
  outcomeMessage,
  summary,
}: OrderOutcomeProps<Intent, Order>) {
  switch (write.step) {
    case "sending":
      return <LateOrder />;
    case "checking":
      return <CheckingOrder isUnreachable={write.tries > 0} />;
    case "accepted":
      return (
        <AcceptedOrder
          mayRest={mayRest(write.answer)}
          isUnreachable={write.tries > 0}
          wasAbsent={write.wasAbsent}
        />
      );
    case "refused":
      return (
        <div className={styles.progress}>
          <Banner tone="danger" live>
            {refusalMessage(write.refusal, write.attempt.intent)}
          </Banner>
          <p className={styles.words}>{unchanged(write.attempt.intent)}</p>
        </div>
      );
    case "absent":
      return (
        <div className={styles.progress}>
          <Banner tone="warning" live>
            {absent(write.attempt)}
          </Banner>
          {write.unresolved !== null && <MayStillArrive />}
        </div>
      );
    case "done":
      return (
        <div className={styles.progress}>
          <Banner tone={tones[write.outcome]} live>
            {outcomeMessage(write.answer)}
          </Banner>
          {write.wasAbsent && <ArrivedLate />}
          {summary(write.answer)}
        </div>
      );
    default:
      return null;
  }
}

/** The answer is late: the order is looked up while its message may still be on its way. */
function LateOrder() {
  const { t } = useLingui();
  return (
    <div className={styles.progress} role="status">
      <Progress label={t`Waiting for the answer and looking your order up`} />
      <p className={styles.words}>
        <Trans>
          The venue has not answered yet, and your order may still be on its way. It is never sent
          twice. You need not wait: a notice will say what became of it.
        </Trans>
      </p>
    </div>
  );
}

/** No answer came: the outcome of the order is being read. */
function CheckingOrder({ isUnreachable }: { isUnreachable: boolean }) {
  const { t } = useLingui();
  return (
    <div className={styles.progress} role="status">
      <Progress label={t`Asking the venue what became of your order`} />
      <p className={styles.words}>
        {isUnreachable ? (
          <Trans>
            The venue cannot be reached. Your order may have been placed or not; it is asked for
            until that is known, and never sent twice.
          </Trans>
        ) : (
          <Trans>
            The answer got lost on the way. Your order is looked up; it is never sent twice.
          </Trans>
        )}
      </p>
    </div>
  );
}

/** The venue has it, and it meets the market at any moment. */
function AcceptedOrder({
  mayRest,
  isUnreachable,
  wasAbsent,
}: {
  mayRest: boolean;
  isUnreachable: boolean;
  wasAbsent: boolean;
}) {
  const { t } = useLingui();
  return (
    <div className={styles.progress} role="status">
      <Progress label={t`Submitted, waiting for the market`} />
      <p className={styles.words}>
        {isUnreachable ? (
          <Trans>
            The venue cannot be reached. It has your order; what becomes of it is asked for until
            that is known.
          </Trans>
        ) : mayRest ? (
          <Trans>
            The venue has your order. It looks whether the market has something at your price right
            now; if not, the order waits.
          </Trans>
        ) : (
          <Trans>
            The venue has your order. It fills with the next prices of the market, usually within a
            second.
          </Trans>
        )}
      </p>
      {wasAbsent && <ArrivedLate />}
    </div>
  );
}

/** The venue does not have it, and its message may still be on its way. */
function MayStillArrive() {
  return (
    <p className={styles.words}>
      <Trans>
        If the message still arrives within a minute or two, it shows here. If you send again before
        that, only one of the two can be placed.
      </Trans>
    </p>
  );
}

/** The person was shown before that it was absent. */
function ArrivedLate() {
  return (
    <Banner tone="info" live>
      <Trans>This order arrived late: it had seemed lost on the way.</Trans>
    </Banner>
  );
}
