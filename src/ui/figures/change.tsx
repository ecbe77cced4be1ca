import type { Ref } from "react";
import {
  directionOf,
  formatPercent,
  formatSum,
  NO_NUMBER,
  type Numeric,
} from "../../lib/format.ts";
import styles from "./change.module.css";

export interface ChangeProps {
  /** Percent units (1.5 is 1.5 %), or an amount of `currency`; undefined draws a dash. */
  value: Numeric | undefined;
  locale: string;
  /** Makes it an amount, with this code behind it. */
  currency?: string | undefined;
  /** Leaves the code of the currency out. */
  bare?: boolean | undefined;
  /** An arrow before the figure; the sign is always there. */
  arrow?: boolean | undefined;
  /** As a small coloured block, for the column of a list. */
  block?: boolean | undefined;
  frozen?: boolean | undefined;
}

const percentDecimals = 2;

/** A gain or a loss: sign, colour and, if wished, an arrow; what rounds to zero has none of them. */
export function Change({
  value,
  locale,
  currency,
  bare = false,
  arrow = false,
  block = false,
  frozen = false,
}: ChangeProps) {
  const sign =
    value === undefined
      ? 0
      : currency === undefined
        ? directionOf(value, percentDecimals)
        : Math.sign(Number(value));
  const direction = sign > 0 ? "up" : sign < 0 ? "down" : "none";
  const text =
    value === undefined
      ? NO_NUMBER
      : currency === undefined
        ? formatPercent(value, locale, percentDecimals)
        : formatSum(value, currency, locale, { signed: true });
  return (
    <span
      className={block ? styles.block : styles.change}
      data-direction={direction}
      data-frozen={frozen || undefined}
    >
      {arrow && sign !== 0 && <Arrow down={sign < 0} />}
      {text}
      {currency !== undefined && !bare && value !== undefined && `\u00a0${currency}`}
    </span>
  );
}

/** The place of a change in percent, written without React: `data-direction` up, down or none, and the text in the last child. */
export function ChangePlace({
  ref,
  frozen = false,
}: {
  ref: Ref<HTMLSpanElement>;
  frozen?: boolean | undefined;
}) {
  return (
    <span ref={ref} className={styles.change} data-place="change" data-frozen={frozen || undefined}>
      <span className={styles.course}>
        <Arrow down={false} />
      </span>
      <span />
    </span>
  );
}

function Arrow({ down }: { down: boolean }) {
  return (
    <svg width="8" height="8" viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
      <path d={down ? "M4 7 .6 1.6h6.800z" : "M4 1l3.400 5.400H.6z"} />
    </svg>
  );
}
