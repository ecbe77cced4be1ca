import { useLingui } from "@lingui/react/macro";
import { formatPrice } from "../../../lib/format.ts";
import type { PressedPrice } from "./use-price-press.ts";
import styles from "./order-book.module.css";

/** The price that lifting the finger takes, beside the finger. Screen readers read it from the row's button. */
export function PressedPriceLabel({
  pressed,
  decimals,
}: {
  pressed: PressedPrice | null;
  decimals: number;
}) {
  const { i18n } = useLingui();
  return (
    pressed && (
      <output
        className={styles.pressed}
        data-side={pressed.side}
        data-room={pressed.room}
        style={{ top: pressed.y }}
        aria-hidden
      >
        {formatPrice(pressed.price, decimals, i18n.locale)}
      </output>
    )
  );
}
