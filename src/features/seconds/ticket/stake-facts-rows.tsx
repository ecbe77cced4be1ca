import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatAmount } from "../../../lib/format.ts";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { secondRecordQuery } from "../figures/seconds-queries.ts";
import { recordFigures } from "./record-figures.ts";
import { dayResult, type StakeSummary } from "./stake-form.ts";
import type { ShownStakeFacts } from "./use-stake-facts.ts";
import { useSecondsMessages } from "../figures/use-seconds-messages.ts";
import styles from "../figures/seconds-parts.module.css";

export interface StakeFactsRowsProps {
  facts: ShownStakeFacts;
  summary: StakeSummary;
  visitor: boolean;
}

/** Facts beside the stake: break-even rate, expectation by chance, the person's record, and today's result. */
export function StakeFactsRows({ facts, summary, visitor }: StakeFactsRowsProps) {
  const { t } = useLingui();
  const messages = useSecondsMessages(facts.currency);
  const { duration, expected } = summary;
  if (!duration) return null;
  const expectation = messages.odds(duration.expectation);
  const losing = duration.expectation.startsWith("-");
  const net = facts.limits ? dayResult(facts.limits) : undefined;
  return (
    <div className={styles.facts}>
      <KeyValues dense>
        <KeyValue
          label={t`Right calls to break even`}
          explanation={t`How often one must be right in the long run to lose nothing: 1 divided by 1 plus the odds. Tossing a coin is right half of the time.`}
        >
          {messages.rate(duration.break_even)}
        </KeyValue>
        <KeyValue
          label={t`Expected result by chance`}
          explanation={t`What a stake returns on average when calls are right half of the time. Below zero, the venue wins on average.`}
          tone={losing ? "down" : undefined}
        >
          {expected === undefined ? (
            <Trans>{expectation} of the stake</Trans>
          ) : (
            <>
              {messages.signed(expected)} ({expectation})
            </>
          )}
        </KeyValue>
        {!visitor && <OwnRecord time={duration.time} odds={duration.odds} />}
        {!visitor && (
          <KeyValue
            label={t`Your result today`}
            explanation={t`What all your seconds contracts of this day won less what they lost. The day is the venue’s: it begins at midnight, GMT+8.`}
            tone={net?.startsWith("-") ? "down" : undefined}
          >
            {net === undefined ? (
              facts.limitsDue ? (
                <Skeleton width="short" />
              ) : (
                "–"
              )
            ) : net === null ? (
              <Trans>No loss</Trans>
            ) : (
              messages.ownSigned(net)
            )}
          </KeyValue>
        )}
        <KeyValue label={t`Fee`}>
          <Trans context="fee">None</Trans>
        </KeyValue>
      </KeyValues>
    </div>
  );
}

/** The record of the person's calls of a duration, with its statistical meaning. */
function OwnRecord({ time, odds }: { time: number; odds: string }) {
  const { t, i18n } = useLingui();
  const messages = useSecondsMessages();
  const { data, error } = useQuery(secondRecordQuery());
  const figures = recordFigures(data, time, odds);
  const duration = messages.seconds(time);
  if (!figures) {
    return (
      <KeyValue label={t`Your calls at ${duration}`}>
        {data ? <Trans>None yet</Trans> : error ? "–" : <Skeleton width="short" />}
      </KeyValue>
    );
  }
  const [right, calls] = [
    formatAmount(figures.right, i18n.locale),
    formatAmount(figures.calls, i18n.locale),
  ];
  const [rate, needed, chance] = [
    messages.points(figures.rate),
    messages.points(figures.needed, 1),
    messages.points(figures.chance),
  ];
  return (
    <KeyValue
      label={t`Your calls at ${duration}`}
      explanation={t`Right and wrong ones on all markets; refunded ones do not count. Chance alone moves the rate of ${calls} calls by up to ${chance}, 19 times in 20.`}
    >
      <Trans>
        {right} of {calls} right, {rate}
      </Trans>
      <br />
      <span className={styles.says}>
        {figures.says === "too-few" ? (
          <Trans>{needed} is needed. Too few calls to mean anything.</Trans>
        ) : figures.says === "may-be-chance" ? (
          <Trans>{needed} is needed. The difference may be chance.</Trans>
        ) : figures.says === "above" ? (
          <Trans>{needed} is needed. You are above it by more than chance explains.</Trans>
        ) : (
          <Trans>{needed} is needed. At this rate one loses in the long run.</Trans>
        )}
      </span>
    </KeyValue>
  );
}
