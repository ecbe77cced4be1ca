import { Trans, useLingui } from "@lingui/react/macro";
import type { Direction } from "#protocol/rules/seconds-settlement.ts";
import { NO_NUMBER } from "../../../lib/format.ts";
import { toInputText } from "../../../lib/parse-number.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import { ArrowDownIcon, ArrowUpIcon } from "../../../ui/icons/action-icons.tsx";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import styles from "../figures/seconds-parts.module.css";
import { stakeDecimals } from "../figures/payout-figures.ts";
import {
  type OfferedDuration,
  type StakeDraft,
  type StakeSummary,
  allowedStake,
  scaledStake,
  shareStake,
} from "./stake-form.ts";
import { useSecondsMessages } from "../figures/use-seconds-messages.ts";
import type { ShownStakeFacts } from "./use-stake-facts.ts";

const shares = [1, 5, 10] as const;

interface StakeFieldProps {
  currency: string;
  /** The chosen duration, seconds: its chips may be scrolled under the dock. */
  time: number | undefined;
  text: string;
  problem: string | undefined;
  onStake: (text: string) => void;
  onEditing: (editing: boolean) => void;
}

/** The stake as it is typed. */
export function StakeField({ currency, time, text, problem, onStake, onEditing }: StakeFieldProps) {
  const { t, i18n } = useLingui();
  const messages = useSecondsMessages();
  const refusals = useNumberMessages(stakeDecimals);
  return (
    <InsetNumberField
      label={t`Stake`}
      name="stake"
      locale={i18n.locale}
      rules={{ maxDecimals: stakeDecimals }}
      refusals={refusals}
      suffix={
        <span className={styles.unit}>
          {time === undefined ? currency : `${messages.seconds(time)} · ${currency}`}
        </span>
      }
      value={text}
      problem={problem}
      onValue={onStake}
      onFocus={() => onEditing(true)}
      onBlur={() => onEditing(false)}
    />
  );
}

interface QuickStakesProps {
  facts: ShownStakeFacts;
  summary: StakeSummary;
  draft: StakeDraft;
  visitor: boolean;
  onStake: (text: string) => void;
}

/** Buttons that set a stake and never exceed the allowed range, and the range itself. */
export function QuickStakes({ facts, summary, draft, visitor, onStake }: QuickStakesProps) {
  const { t, i18n } = useLingui();
  const messages = useSecondsMessages(facts.currency);
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
      label: messages.points(percent),
      name: t`${messages.points(percent)} of your balance`,
      stake: allowedStake(shareStake(facts.available, percent), summary),
    })),
  ];
  const [least, most] = duration
    ? [messages.money(duration.min), messages.money(duration.max)]
    : [NO_NUMBER, NO_NUMBER];
  return (
    <div className={styles.field}>
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
      <div className={styles.range}>
        <span>
          <Trans>
            From {least} to {most}
          </Trans>
        </span>
        {!visitor && (
          <span>
            <Trans>Available</Trans>{" "}
            {facts.balancesDue || facts.available === null ? (
              NO_NUMBER
            ) : (
              <Figure
                text={messages.own(facts.available)}
                whole={messages.ownExact(facts.available)}
                label={t`Available`}
              />
            )}
          </span>
        )}
      </div>
    </div>
  );
}

interface CallButtonsProps {
  summary: StakeSummary;
  /** The direction that is being sent. */
  sending: Direction | undefined;
  /** A short reason why no contract can be placed; the full message stands above. */
  reason: string | undefined;
  onCall: (direction: Direction) => void;
}

const directions = ["up", "down"] as const;

/** Up and down, each with payout and profit if right. They never promise a price. */
export function CallButtons({
  summary: { duration, payout, profit },
  sending,
  reason,
  onCall,
}: CallButtonsProps) {
  const { t } = useLingui();
  const messages = useSecondsMessages();
  const paid = payout === undefined ? undefined : messages.money(payout);
  const earned = profit === undefined ? undefined : messages.signed(profit);
  const odds = duration ? messages.odds(duration.odds) : "";
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
              {messages.side(direction)}
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

interface DurationChipsProps {
  durations: readonly OfferedDuration[];
  chosen: number | undefined;
  onTime: (time: number) => void;
}

/** The offered durations, each with its odds. */
export function DurationChips({ durations, chosen, onTime }: DurationChipsProps) {
  const { t } = useLingui();
  const messages = useSecondsMessages();
  return (
    <div className={styles.durations}>
      <ChipRow label={t`Duration and odds`} even={durations.length <= 5}>
        {durations.map(({ time, odds }) => (
          <Chip key={time} selected={time === chosen} onClick={() => onTime(time)}>
            <span className={styles.duration}>
              <span>{messages.seconds(time)}</span>
              <small>{messages.odds(odds)}</small>
            </span>
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}
