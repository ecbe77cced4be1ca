import type { ReactNode } from "react";
import { Banner } from "../../ui/banner.tsx";
import { AcceptedOrder, CheckingOrder, DoubtWords, LateOrder } from "./flow-words.tsx";
import type { Attempt, Flow, Refused } from "./order-flow.ts";
import styles from "./flow-words.module.css";

export interface FlowOutcomeProps<Intent, Order> {
  flow: Flow<Intent, Order>;
  /** Whether an order may wait for its price instead of filling at once. */
  mayRest: (order: Order) => boolean;
  /** Why the venue said no. */
  refusalText: (refusal: Refused, intent: Intent) => string;
  /** What a refusal leaves as it was. */
  unchanged: (intent: Intent) => ReactNode;
  /** The venue never got it. */
  absent: (attempt: Attempt<Intent>) => ReactNode;
  outcomeText: (order: Order) => string;
  receipt: (order: Order) => ReactNode;
}

const tones = {
  filled: "success",
  waiting: "success",
  reviewing: "info",
  partly: "warning",
  cancelled: "warning",
} as const;

/** What an order is doing, or what became of it. */
export function FlowOutcome<Intent, Order>({
  flow,
  mayRest,
  refusalText,
  unchanged,
  absent,
  outcomeText,
  receipt,
}: FlowOutcomeProps<Intent, Order>) {
  switch (flow.step) {
    case "checking":
      return <CheckingOrder unreachable={flow.tries > 0} />;
    case "accepted":
      return (
        <AcceptedOrder
          mayRest={mayRest(flow.order)}
          unreachable={flow.tries > 0}
          late={flow.late}
        />
      );
    case "refused":
      return (
        <div className={styles.progress}>
          <Banner tone="danger" live>
            {refusalText(flow.refusal, flow.attempt.intent)}
          </Banner>
          <p className={styles.words}>{unchanged(flow.attempt.intent)}</p>
        </div>
      );
    case "absent":
      return (
        <div className={styles.progress}>
          <Banner tone="warning" live>
            {absent(flow.attempt)}
          </Banner>
          {flow.doubt !== null && <DoubtWords />}
        </div>
      );
    case "filled":
    case "partly":
    case "cancelled":
    case "reviewing":
    case "waiting":
      return (
        <div className={styles.progress}>
          <Banner tone={tones[flow.step]} live>
            {outcomeText(flow.order)}
          </Banner>
          {flow.late && <LateOrder />}
          {receipt(flow.order)}
        </div>
      );
    default:
      return null;
  }
}
