import { useLingui } from "@lingui/react/macro";
import { formatCompact, formatPrice, NO_NUMBER } from "../../lib/format.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { BookRow } from "./book-rows.ts";
import styles from "./order-book.module.css";

export interface BookLineProps {
  side: "ask" | "bid";
  /** Undefined where the side has no such level. */
  row: BookRow | undefined;
  /** No book has come yet. */
  awaited: boolean;
  priceDecimals: number;
  amountDecimals: number;
  /** The running sum in the place of the level's own size. */
  sum?: boolean | undefined;
  /** Size first and price last: the left one of two sides that meet in the middle. */
  mirrored?: boolean | undefined;
  /** Where the bar grows from. */
  barFrom: "left" | "right";
  onPick?: ((price: string) => void) | undefined;
}

/** One price level as a row of a table; a button where its price can be used. */
export function BookLine({
  side,
  row,
  awaited,
  priceDecimals,
  amountDecimals,
  sum = false,
  mirrored = false,
  barFrom,
  onPick,
}: BookLineProps) {
  const { t, i18n } = useLingui();
  const priceText = row ? formatPrice(row.price, priceDecimals, i18n.locale) : NO_NUMBER;
  const amountText = row
    ? amountShort(sum ? row.total : row.size, amountDecimals, i18n.locale)
    : NO_NUMBER;
  const words = () =>
    side === "ask"
      ? t`Ask ${priceText}, size ${amountText}: use this price`
      : t`Bid ${priceText}, size ${amountText}: use this price`;
  const empty = awaited ? <Skeleton /> : <span className={styles.none}>{NO_NUMBER}</span>;

  const bar = row && (
    <span
      className={styles.bar}
      data-from={barFrom}
      style={{ inlineSize: `${(row.share * 100).toFixed(1)}cqi` }}
    />
  );
  const barAtPrice = mirrored === (barFrom === "right");
  const price = (
    <td key="price" className={styles.price}>
      {barAtPrice && bar}
      {!row ? (
        empty
      ) : onPick ? (
        <button
          type="button"
          className={styles.pick}
          data-at={mirrored ? "right" : "left"}
          aria-label={words()}
          onClick={() => onPick(row.price)}
        >
          {priceText}
        </button>
      ) : (
        priceText
      )}
    </td>
  );
  const amount = (
    <td key="amount">
      {!barAtPrice && bar}
      {row ? amountText : empty}
    </td>
  );
  return (
    <tr className={styles.level} data-side={side}>
      {mirrored ? [amount, price] : [price, amount]}
    </tr>
  );
}

function amountShort(amount: string, decimals: number, locale: string): string {
  return Number(amount) >= 10_000
    ? formatCompact(amount, locale)
    : formatPrice(amount, Math.min(decimals, 5), locale);
}
