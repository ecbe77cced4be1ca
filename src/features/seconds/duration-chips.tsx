import { useLingui } from "@lingui/react/macro";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import type { OfferedDuration } from "./stake-form.ts";
import { useSecondsWords } from "./use-seconds-words.ts";
import styles from "./seconds-ticket.module.css";

export interface DurationChipsProps {
  durations: readonly OfferedDuration[];
  chosen: number | undefined;
  onTime: (time: number) => void;
}

/** The durations on offer, each with its odds. */
export function DurationChips({ durations, chosen, onTime }: DurationChipsProps) {
  const { t } = useLingui();
  const words = useSecondsWords();
  return (
    <div className={styles.durations}>
      <ChipRow label={t`Duration and odds`} even={durations.length <= 5}>
        {durations.map(({ time, odds }) => (
          <Chip key={time} selected={time === chosen} onClick={() => onTime(time)}>
            <span className={styles.duration}>
              <span>{words.seconds(time)}</span>
              <small>{words.odds(odds)}</small>
            </span>
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}
