import { Trans, useLingui } from "@lingui/react/macro";
import { NO_NUMBER } from "../../lib/format.ts";
import { toInputText } from "../../lib/parse-number.ts";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import { InsetNumberField } from "../../ui/inset-number-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useNumberRefusals } from "../platform/use-number-refusals.ts";
import {
  allowedStake,
  scaledStake,
  shareStake,
  stakeDecimals,
  type StakeDraft,
  type StakeSummary,
} from "./stake-form.ts";
import type { ShownStakeFacts } from "./use-stake-facts.ts";
import { useSecondsWords } from "./use-seconds-words.ts";
import styles from "./seconds-ticket.module.css";

const shares = [1, 5, 10] as const;

export interface StakeFieldProps {
  facts: ShownStakeFacts;
  summary: StakeSummary;
  draft: StakeDraft;
  text: string;
  problem: string | undefined;
  visitor: boolean;
  onStake: (text: string) => void;
  onEditing: (editing: boolean) => void;
}

/** What is staked: typed, or by a tap that never goes beyond what is allowed. */
export function StakeField({
  facts,
  summary,
  draft,
  text,
  problem,
  visitor,
  onStake,
  onEditing,
}: StakeFieldProps) {
  const { t, i18n } = useLingui();
  const words = useSecondsWords(facts.currency);
  const refusals = useNumberRefusals(stakeDecimals);
  const { duration } = summary;
  const quick: { key: string; label: string; name?: string; stake: string | undefined }[] = [
    {
      key: "min",
      label: t({ context: "smallest stake", message: "Min" }),
      stake: allowedStake(duration?.min, summary),
    },
    {
      key: "half",
      label: "½",
      name: t`½, half the stake`,
      stake: scaledStake(draft.stake, "half", summary),
    },
    {
      key: "double",
      label: "×2",
      name: t`×2, twice the stake`,
      stake: scaledStake(draft.stake, "double", summary),
    },
    ...(visitor ? [] : shares).map((percent) => ({
      key: `${percent}`,
      label: words.points(percent),
      name: t`${words.points(percent)} of your balance`,
      stake: allowedStake(shareStake(facts.available, percent), summary),
    })),
  ];
  const [least, most] = duration
    ? [words.money(duration.min), words.money(duration.max)]
    : [NO_NUMBER, NO_NUMBER];
  return (
    <div className={styles.field}>
      <InsetNumberField
        label={t`Stake`}
        name="stake"
        locale={i18n.locale}
        rules={{ maxDecimals: stakeDecimals }}
        refusals={refusals}
        suffix={<span className={styles.unit}>{facts.currency}</span>}
        value={text}
        problem={problem}
        onValue={onStake}
        onFocus={() => onEditing(true)}
        onBlur={() => onEditing(false)}
      />
      <div className={styles.range}>
        <span>
          <Trans>
            From {least} to {most}
          </Trans>
        </span>
        {!visitor && (
          <span>
            <Trans>Available</Trans>{" "}
            {facts.balancesDue ? (
              <Skeleton width="short" />
            ) : facts.available === null ? (
              NO_NUMBER
            ) : (
              words.own(facts.available)
            )}
          </span>
        )}
      </div>
      <div className={styles.quick}>
        <ChipRow label={t`Quick amounts`} even>
          {quick.map(({ key, label, name, stake }) => (
            <Chip
              key={key}
              aria-label={name}
              disabled={stake === undefined}
              onClick={() => stake !== undefined && onStake(toInputText(stake, i18n.locale))}
            >
              {label}
            </Chip>
          ))}
        </ChipRow>
      </div>
    </div>
  );
}
