import { useLingui } from "@lingui/react/macro";
import {
  NO_NUMBER,
  formatCompact,
  formatPrice,
  formatQuantity,
  formatTime,
} from "../../../lib/format.ts";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { useSymbolRow } from "../feed/use-ticker.ts";
import type { BookRow } from "./book-rows.ts";
import styles from "./order-book.module.css";
import { useBookAge, useDepth } from "./use-depth.ts";

interface BookLineProps {
  side: "ask" | "bid";
  /** Undefined where the side has no such level. */
  row: BookRow | undefined;
  /** No book has arrived yet. */
  awaited: boolean;
  priceDecimals: number;
  amountDecimals: number;
  /** Shows the running sum in place of the level's own size. */
  sum?: boolean | undefined;
  /** Size first and price last: for the left of two sides that meet in the middle. */
  mirrored?: boolean | undefined;
  /** Where the bar grows from. */
  barFrom: "left" | "right";
  onPick?: ((price: string) => void) | undefined;
  /** The price under a finger. */
  pressed?: string | undefined;
}

/** One price level as a table row. Its price is a button where it can be used. */
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
  pressed,
}: BookLineProps) {
  const { t, i18n } = useLingui();
  const priceText = row ? formatPrice(row.price, priceDecimals, i18n.locale) : NO_NUMBER;
  const amountText = row
    ? amountShort(sum ? row.total : row.size, amountDecimals, i18n.locale)
    : NO_NUMBER;
  const label = () =>
    side === "ask"
      ? t`Ask ${priceText}, size ${amountText}: use this price`
      : t`Bid ${priceText}, size ${amountText}: use this price`;
  const empty = awaited ? <Skeleton /> : <span className={styles.none}>{NO_NUMBER}</span>;

  // Cut off and not resized: a size that changes each second is a layout, and counts as content that moves.
  const rest = row && `${((1 - row.share) * 100).toFixed(1)}%`;
  const bar = row && (
    <span
      className={styles.bar}
      data-from={barFrom}
      style={{
        clipPath:
          barFrom === "left" ? `inset(0 ${rest} 0 0 round 3px)` : `inset(0 0 0 ${rest} round 3px)`,
      }}
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
          aria-label={label()}
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
    <tr
      className={styles.level}
      data-side={side}
      data-price={onPick && row?.price}
      data-pressed={(row && row.price === pressed) || undefined}
    >
      {mirrored ? [amount, price] : [price, amount]}
    </tr>
  );
}

function amountShort(amount: string, decimals: number, locale: string): string {
  return Number(amount) >= 10_000
    ? formatCompact(amount, locale)
    : formatQuantity(amount, Math.min(decimals, 5), locale);
}

/** Says why a book no longer moves, where it does not. */
export function BookNote({ symbol }: { symbol: string }) {
  const { t, i18n } = useLingui();
  const { book } = useDepth(symbol);
  const frozen = useBookAge(symbol).state === "frozen";
  const online = useOnline();
  const state = useSymbolRow(symbol)?.state ?? "online";
  if (!book || (state === "online" && !frozen)) return null;
  const time = formatTime(book.ts, i18n.locale, { seconds: true });
  return (
    <p className={styles.note}>
      {state !== "online"
        ? t`Trading is halted. Book of ${time}`
        : online
          ? t`Book of ${time}`
          : t`Offline. Book of ${time}`}
    </p>
  );
}
