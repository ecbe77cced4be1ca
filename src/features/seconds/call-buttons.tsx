import { Trans, useLingui } from "@lingui/react/macro";
import type { Direction } from "#protocol/seconds-settlement.ts";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/action-icons.tsx";
import { Button } from "../../ui/button.tsx";
import type { StakeSummary } from "./stake-form.ts";
import { useSecondsWords } from "./use-seconds-words.ts";
import styles from "./seconds-ticket.module.css";

export interface CallButtonsProps {
  summary: StakeSummary;
  /** The call that is being sent. */
  sending: Direction | undefined;
  /** Why none can be made, in a word or two: the sentence stands above. */
  reason: string | undefined;
  onCall: (direction: Direction) => void;
}

const directions = ["up", "down"] as const;

/** Up and down, each with what it pays and earns if it is right. A price they never promise. */
export function CallButtons({
  summary: { duration, payout, profit },
  sending,
  reason,
  onCall,
}: CallButtonsProps) {
  const { t } = useLingui();
  const words = useSecondsWords();
  const paid = payout === undefined ? undefined : words.money(payout);
  const earned = profit === undefined ? undefined : words.signed(profit);
  const odds = duration ? words.odds(duration.odds) : "";
  return (
    <div className={styles.buttons} role="group" aria-label={t`Your call`}>
      {directions.map((direction) => (
        <Button
          key={direction}
          look={direction}
          size="large"
          wide
          busy={sending === direction}
          disabledReason={reason}
          onClick={() => onCall(direction)}
        >
          <span className={styles.call}>
            <span className={styles.side}>
              {direction === "up" ? <ArrowUpIcon size={20} /> : <ArrowDownIcon size={20} />}
              {words.side(direction)}
            </span>
            <span className={styles.pays}>
              {paid === undefined ? <Trans>{odds} if right</Trans> : <Trans>Pays {paid}</Trans>}
            </span>
            {earned !== undefined && (
              <span className={styles.pays}>
                <Trans>Profit {earned}</Trans>
              </span>
            )}
          </span>
        </Button>
      ))}
    </div>
  );
}
