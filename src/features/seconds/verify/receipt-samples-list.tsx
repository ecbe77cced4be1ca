import { Trans, useLingui } from "@lingui/react/macro";
import { windowOf, windowPrice } from "#protocol/rules/seconds-settlement.ts";
import { parsePrice } from "#protocol/wire/amount.ts";
import { useSecondsOrderMessages } from "../figures/use-seconds-messages.ts";
import styles from "./receipt-samples-list.module.css";

interface ReceiptSamplesListProps {
  /** Oldest first, null where there was none. */
  samples: readonly (string | null)[];
  /** Unix ms. */
  moment: number;
  /** Decimals of the market's prices. */
  precision: number;
  /** For screen readers. */
  label: string;
}

/** The five samples of a price, with the highest and the lowest struck out, and the mean of the others. */
export function ReceiptSamplesList({ samples, moment, precision, label }: ReceiptSamplesListProps) {
  const { t } = useLingui();
  const messages = useSecondsOrderMessages();
  const shown = windowSamples(samples, moment, precision);
  return (
    <div className={styles.samples}>
      <ol aria-label={label}>
        {shown.samples.map(({ at, text, left }) => (
          <li key={at} className={styles.sample}>
            <span className={styles.time}>{messages.moment(at)}</span>
            <span>
              {left !== undefined && (
                <span className={styles.note}>
                  {left === "highest" ? t`highest, left out` : t`lowest, left out`}{" "}
                </span>
              )}
              {text === null ? (
                <span className={styles.note}>{t`missing`}</span>
              ) : left === undefined ? (
                messages.sample(text, precision)
              ) : (
                <s>{messages.sample(text, precision)}</s>
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
        {shown.price !== null && <span>{messages.price(shown.price, precision)}</span>}
      </p>
    </div>
  );
}

interface WindowSample {
  /** Unix ms. */
  at: number;
  /** Null where there was none. */
  text: string | null;
  /** Why the sample is left out. */
  left: "highest" | "lowest" | undefined;
}

/** The samples of the price at a moment (Unix ms), oldest first, with the two left out, and the price. */
export function windowSamples(
  samples: readonly (string | null)[],
  momentMs: number,
  precision: number,
): { samples: WindowSample[]; price: string | null } {
  const seconds = windowOf(momentMs);
  const price = windowPrice(samples, precision);
  const there = samples
    .flatMap((text, at) =>
      text === null ? [] : [{ at, units: parsePrice(text, precision + 2) ?? BigInt(0) }],
    )
    .toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : a.at - b.at));
  const [lowest, highest] = price === null ? [] : [there[0]?.at, there.at(-1)?.at];
  return {
    price,
    samples: samples.map((text, at) => ({
      at: (seconds[at] ?? 0) * 1000,
      text,
      left: at === highest ? "highest" : at === lowest ? "lowest" : undefined,
    })),
  };
}
