import { Trans, useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { longestCoolOffHours, secondsOrderEndpoints } from "#protocol/seconds-order.ts";
import { keyOf } from "../../api/query.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import { useWriteStop } from "../account/use-write-stop.ts";
import { coolOffMutation } from "./queries.ts";
import { SendTrouble } from "../platform/send-trouble.tsx";
import { useSecondsWords } from "./use-seconds-words.ts";
import styles from "./seconds-ticket.module.css";

const dayHours = 24;
const weekHours = 7 * dayHours;
const choices = [1, dayHours, weekHours, longestCoolOffHours] as const;
const hourMs = 3_600_000;

/** A break from new contracts: made longer at any time, never shorter, and asked about once more before it begins. */
export function CoolOffPart({ until, now }: { until: number; now: number }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const stop = useWriteStop();
  const words = useSecondsWords();
  const start = useMutation(coolOffMutation());
  const [hours, setHours] = useState<number | null>(null);
  const running = until > now;
  const end = hours === null ? 0 : now + hours * hourMs;

  function lengthOf(count: number): string {
    if (count < dayHours) return plural(count, { one: "# hour", other: "# hours" });
    if (count < weekHours) return plural(count / dayHours, { one: "# day", other: "# days" });
    return plural(count / weekHours, { one: "# week", other: "# weeks" });
  }

  async function begin(wished: number) {
    const facts = await start.mutateAsync({ hours: wished });
    client.setQueryData(keyOf(secondsOrderEndpoints.secondLimits, {}), facts);
    setHours(null);
  }

  const length = hours === null ? "" : lengthOf(hours);
  return (
    <section className={styles.part} aria-label={t`Take a break`}>
      <h3>
        <Trans>Take a break</Trans>
      </h3>
      {running && (
        <Banner tone="info" live>
          <Trans>You are taking a break: no new contract before {words.moment(until)}.</Trans>
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
      <SendTrouble
        error={start.error}
        lost={t`No answer came. Look at your limits before you try again.`}
      />
      {hours !== null && (
        <>
          <Banner tone="warning" live>
            <Trans>
              No new seconds contract before {words.moment(end)}. Nobody can end this break early,
              you neither.
            </Trans>
          </Banner>
          <Button
            wide
            look="primary"
            busy={start.isPending}
            disabledReason={stop}
            onClick={() => void begin(hours).catch(() => undefined)}
          >{t`Begin a break of ${length}`}</Button>
        </>
      )}
    </section>
  );
}
