import { useLingui } from "@lingui/react/macro";
import type { SecondsLimitFacts } from "#protocol/seconds-order.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { CoolOffPart } from "./cool-off-part.tsx";
import { LimitsPart } from "./limits-part.tsx";
import styles from "./seconds-ticket.module.css";

export interface LimitsSheetProps {
  open: boolean;
  onClose: () => void;
  facts: SecondsLimitFacts | undefined;
  failed: boolean;
  busy: boolean;
  onRetry: () => void;
  /** Unix ms on the venue's clock. */
  now: number;
}

/** What a person has set to bind themselves, what is used of it, and a break. The venue keeps it, on all devices. */
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
