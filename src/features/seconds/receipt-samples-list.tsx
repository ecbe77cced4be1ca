import { Trans, useLingui } from "@lingui/react/macro";
import { windowSamples } from "./receipt-samples.ts";
import { useRunningWords } from "./use-running-words.ts";
import styles from "./receipt-samples-list.module.css";

export interface ReceiptSamplesListProps {
  /** Oldest first, null where there was none. */
  samples: readonly (string | null)[];
  /** Unix ms. */
  moment: number;
  /** Decimals of the market's prices. */
  precision: number;
  /** For ears. */
  label: string;
}

/** The five samples of a price, the highest and the lowest struck out, and the mean of the others. */
export function ReceiptSamplesList({ samples, moment, precision, label }: ReceiptSamplesListProps) {
  const { t } = useLingui();
  const words = useRunningWords();
  const shown = windowSamples(samples, moment, precision);
  return (
    <div className={styles.samples}>
      <ol aria-label={label}>
        {shown.samples.map(({ at, text, left }) => (
          <li key={at} className={styles.sample}>
            <span className={styles.time}>{words.moment(at)}</span>
            <span>
              {left !== undefined && (
                <span className={styles.note}>
                  {left === "highest" ? t`highest, left out` : t`lowest, left out`}{" "}
                </span>
              )}
              {text === null ? (
                <span className={styles.note}>{t`missing`}</span>
              ) : left === undefined ? (
                words.sample(text, precision)
              ) : (
                <s>{words.sample(text, precision)}</s>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className={styles.mean}>
        <span>
          {shown.price === null ? (
            <Trans>Fewer than four samples: no price</Trans>
          ) : (
            <Trans>Mean of the others</Trans>
          )}
        </span>
        {shown.price !== null && <span>{words.price(shown.price, precision)}</span>}
      </p>
    </div>
  );
}
