import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { PlainWrite } from "../../../writes/plain-kind.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { LateAnswer } from "../../platform/forms/late-answer.tsx";
import { usePositionRefusalText } from "../figures/position-refusal-messages.ts";
import styles from "../figures/contract-sheet.module.css";

export interface PositionOutcomeProps<Answer> {
  write: PlainWrite<unknown, Answer>;
  /** What is being done, for the time of sending. */
  doing: string;
  /** What the answer means, in words. */
  done: (answer: Answer) => ReactNode;
}

/** The outcome of a write on a position, as far as it is known. */
export function PositionOutcome<Answer>({ write, doing, done }: PositionOutcomeProps<Answer>) {
  const { t } = useLingui();
  const refusal = usePositionRefusalText();
  switch (write.step) {
    case "idle":
    case "confirming":
    case "accepted":
      return null;
    case "sending":
      return write.isLate ? (
        <LateAnswer />
      ) : (
        <div role="status">
          <Progress label={doing} />
        </div>
      );
    case "checking":
      return (
        <div role="status">
          <Progress label={t`Checking: asking the venue what became of it`} />
          <p className={styles.note}>
            {write.tries > 0 ? (
              <Trans>
                The venue cannot be reached. It is asked until that is known; nothing is sent twice.
              </Trans>
            ) : (
              <Trans>The answer got lost on the way. Nothing is sent twice.</Trans>
            )}
          </p>
        </div>
      );
    case "done":
      return (
        <Banner tone="success" live>
          {done(write.answer)}
        </Banner>
      );
    case "refused":
      return (
        <Banner tone="danger" live>
          {refusal(write.refusal)}
        </Banner>
      );
    case "absent":
      return (
        <Banner tone="warning" live>
          <Trans>
            It did not reach the venue: nothing has changed. If you try again, it can still happen
            only once.
          </Trans>
        </Banner>
      );
  }
}
