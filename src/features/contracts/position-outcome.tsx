import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { WriteFlow } from "../../api/run-write.ts";
import { Banner } from "../../ui/banner.tsx";
import { Progress } from "../../ui/progress.tsx";
import { usePositionRefusalText } from "./use-position-refusal-text.ts";
import styles from "./position-sheets.module.css";

export interface PositionOutcomeProps<Answer> {
  flow: WriteFlow<Answer>;
  /** What is being done, for the time of sending. */
  doing: string;
  /** What the answer means, in words. */
  done: (answer: Answer) => ReactNode;
}

/** What became of a write about a position, as far as it is known. */
export function PositionOutcome<Answer>({ flow, doing, done }: PositionOutcomeProps<Answer>) {
  const { t } = useLingui();
  const refusal = usePositionRefusalText();
  switch (flow.step) {
    case "idle":
      return null;
    case "sending":
      return (
        <div role="status">
          <Progress label={doing} />
        </div>
      );
    case "checking":
      return (
        <div role="status">
          <Progress label={t`Checking: asking the venue what became of it`} />
          <p className={styles.note}>
            {flow.tries > 0 ? (
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
          {done(flow.answer)}
        </Banner>
      );
    case "refused":
      return (
        <Banner tone="danger" live>
          {refusal(flow)}
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
