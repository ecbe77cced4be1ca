import { useEffect, useRef, type Ref } from "react";
import { NO_NUMBER } from "../../lib/format.ts";
import { inLiveFrame } from "../../lib/live-frame.ts";
import styles from "./price.module.css";

export interface PriceProps {
  /** As formatted for the user; undefined draws a dash. */
  text: string | undefined;
  /** The same as a number, only to see where it moved; leave out for a price that must not tint. */
  value?: number | undefined;
  size?: "row" | "title" | "display" | undefined;
  /** Colours it for good, for a header that carries the day's direction. */
  direction?: "up" | "down" | undefined;
  /** Too old to act on. */
  frozen?: boolean | undefined;
  /** Decimals of its column: shorter prices are filled with blanks, so that the decimal signs stand in line. */
  alignDecimals?: number | undefined;
  /** Decimals of the text; needed with `alignDecimals`. */
  decimals?: number | undefined;
}

const TINT_MS = 450;

/** A price. Its digits take the colour of a move for a moment; only this element is touched. */
export function Price({
  text,
  value,
  size = "row",
  direction,
  frozen = false,
  alignDecimals,
  decimals,
}: PriceProps) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef(value);
  const fade = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const before = shown.current;
    shown.current = value;
    const digits = element.current;
    if (!digits) return;
    if (frozen) {
      clearTimeout(fade.current);
      delete digits.dataset.moved;
    } else if (before !== undefined && value !== undefined && before !== value) {
      const moved = value > before ? "up" : "down";
      // Where ticks come close together the tint stays: only a turn touches the page.
      if (digits.dataset.moved !== moved) digits.dataset.moved = moved;
      clearTimeout(fade.current);
      // A frame of its own costs a slow device almost as much as one with other figures.
      const timer = setTimeout(
        () =>
          inLiveFrame(() => {
            if (fade.current === timer) delete digits.dataset.moved;
          }),
        TINT_MS,
      );
      fade.current = timer;
    }
  }, [value, frozen]);

  useEffect(() => () => clearTimeout(fade.current), []);

  return (
    <span
      ref={element}
      className={styles.price}
      data-size={size}
      data-direction={direction}
      data-frozen={frozen || undefined}
    >
      {text ?? NO_NUMBER}
      {text !== undefined &&
        alignDecimals !== undefined &&
        decimals !== undefined &&
        blanks(alignDecimals, decimals)}
    </span>
  );
}

/** The place of a price in a list, written without React: its text, and `data-moved` up or down for the tint. */
export function PricePlace({
  ref,
  frozen = false,
}: {
  ref: Ref<HTMLSpanElement>;
  frozen?: boolean | undefined;
}) {
  return (
    <span
      ref={ref}
      className={styles.price}
      data-place="price"
      data-size="row"
      data-frozen={frozen || undefined}
    />
  );
}

// A figure space is as wide as a tabular digit, a punctuation space as a full stop.
function blanks(column: number, own: number): string {
  const missing = Math.max(0, column - own);
  return (own === 0 && missing > 0 ? "\u2008" : "") + "\u2007".repeat(missing);
}
