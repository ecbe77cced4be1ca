import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type SecondsLimitFacts,
  longestCoolOffHours,
  secondsOrderEndpoints,
} from "#protocol/api/seconds-order.ts";
import { keyOf } from "../../../api/query.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { WriteTrouble } from "../../platform/forms/write-trouble.tsx";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import styles from "../figures/seconds-parts.module.css";
import { useSecondsMessages } from "../figures/use-seconds-messages.ts";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { takingBreak } from "./limit-writes.ts";
import { LimitsPart } from "./limits-part.tsx";

interface LimitsSheetProps {
  open: boolean;
  onClose: () => void;
  facts: SecondsLimitFacts | undefined;
  failed: boolean;
  busy: boolean;
  onRetry: () => void;
  /** Unix ms on the venue's clock. */
  now: number;
}

/** The limits a person has set for themselves, and a break. The venue stores them for all devices. */
export function LimitsSheet({
  open,
  onClose,
  facts,
  failed,
  busy,
  onRetry,
  now,
}: LimitsSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`My limits`} closeLabel={t`Close`}>
      {open &&
        (facts ? (
          <div className={styles.sheet}>
            <LimitsPart facts={facts} />
            <CoolOffPart until={facts.cool_off_until} now={now} />
          </div>
        ) : failed ? (
          <ErrorState
            compact
            title={t`Your limits did not arrive`}
            retryLabel={t`Try again`}
            onRetry={onRetry}
            busy={busy}
          >{t`The venue keeps them all the same.`}</ErrorState>
        ) : (
          <SkeletonRows count={4} lead={false} />
        ))}
    </Sheet>
  );
}

const dayHours = 24;
const weekHours = 7 * dayHours;
const choices = [1, dayHours, weekHours, longestCoolOffHours] as const;
const hourMs = 3_600_000;

/** A break from new contracts. It can be extended at any time, never shortened, and has to be confirmed. */
function CoolOffPart({ until, now }: { until: number; now: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const stop = useWriteStop();
  const messages = useSecondsMessages();
  const [hours, setHours] = useState<number | null>(null);
  const start = useFormWrite(takingBreak, {
    onDone(facts) {
      client.setQueryData(keyOf(secondsOrderEndpoints.secondLimits, {}), facts);
      setHours(null);
    },
  });
  const running = until > now;
  const end = hours === null ? 0 : now + hours * hourMs;

  function lengthOf(count: number): string {
    if (count < dayHours) return plural(count, { one: "# hour", other: "# hours" });
    if (count < weekHours) return plural(count / dayHours, { one: "# day", other: "# days" });
    return plural(count / weekHours, { one: "# week", other: "# weeks" });
  }

  const length = hours === null ? "" : lengthOf(hours);
  return (
    <section className={styles.part} aria-label={t`Take a break`}>
      <h3>
        <Trans>Take a break</Trans>
      </h3>
      {running && (
        <Banner tone="info" live>
          <Trans>You are taking a break: no new contract before {messages.moment(until)}.</Trans>
        </Banner>
      )}
      <p className={styles.soft}>
        {running ? (
          <Trans>It can be made longer, not shorter. Running contracts are settled as usual.</Trans>
        ) : (
          <Trans>
            No new contract for a while. It can be made longer, not shorter; running contracts are
            settled as usual.
          </Trans>
        )}
      </p>
      <ChipRow label={t`How long`} even>
        {choices.map((count) => (
          <Chip
            key={count}
            selected={hours === count}
            disabled={now + count * hourMs <= until}
            onClick={() => setHours(hours === count ? null : count)}
          >
            {lengthOf(count)}
          </Chip>
        ))}
      </ChipRow>
      <WriteTrouble write={start} />
      {hours !== null && (
        <>
          <Banner tone="warning" live>
            <Trans>
              No new seconds contract before {messages.moment(end)}. Nobody can end this break
              early, you neither.
            </Trans>
          </Banner>
          <Button
            wide
            look="primary"
            busy={start.isPending}
            disabledReason={stop}
            onClick={() => start.send({ hours, before: until })}
          >{t`Begin a break of ${length}`}</Button>
        </>
      )}
    </section>
  );
}
