import { Trans, useLingui } from "@lingui/react/macro";
import type { Depth } from "#protocol/market.ts";
import { formatCompact, formatPrice } from "../../lib/format.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { bookRows, spreadOf, type BookRow } from "./book-rows.ts";
import { symbolText } from "./symbol-text.ts";
import { useDepth } from "./use-depth.ts";
import { useFreshness, usePriceDecimals, useSymbolRow, useTicker } from "./use-ticker.ts";
import styles from "./order-book.module.css";

export interface OrderBookProps {
  symbol: string;
  /** Levels on each side. */
  rows?: number | undefined;
  /** A level was tapped: its price as a plain decimal with the symbol's decimals. */
  onPickPrice?: ((price: string) => void) | undefined;
}

/** Who would sell above and buy below the last price, with the size that adds up on the way. */
export function OrderBook({ symbol, rows = 5, onPickPrice }: OrderBookProps) {
  const { t, i18n } = useLingui();
  const { tick, error, retry, retrying } = useDepth(symbol);
  const ticker = useTicker(symbol);
  const symbolRow = useSymbolRow(symbol);
  const decimals = usePriceDecimals(symbol);
  const frozen = useFreshness(symbol).state === "frozen";
  const name = symbolText(symbol, ticker);
  const [base = "", quote = ""] = name.split("/");

  if (error) {
    return (
      <ErrorState compact title={t`The order book did not arrive`} retryLabel={t`Try again`} onRetry={retry} busy={retrying}>
        <Trans>Prices and the chart above are not affected.</Trans>
      </ErrorState>
    );
  }

  const amountDecimals = symbolRow?.["amount-precision"] ?? 6;
  const { asks, bids } = tick ? bookRows(tick, rows) : { asks: [], bids: [] };
  const line = (side: "ask" | "bid", row: BookRow | undefined, index: number) => (
    <Level
      key={`${side}${index}`}
      side={side}
      row={row}
      priceText={row && formatPrice(row.price, decimals, i18n.locale)}
      amountText={row && amountShort(row.amount, amountDecimals, i18n.locale)}
      onPick={row && onPickPrice ? () => onPickPrice(row.price.toFixed(decimals)) : undefined}
      pickLabel={side === "ask" ? t`Sells at` : t`Buys at`}
    />
  );

  return (
    <div className={styles.book} data-frozen={frozen || undefined} role="group" aria-label={t`Order book of ${name}`}>
      <p className={styles.head} aria-hidden="true">
        <span>
          <Trans>Price ({quote})</Trans>
        </span>
        <span>
          <Trans>Size ({base})</Trans>
        </span>
      </p>
      <ol className={styles.side}>{places(rows).map((at) => line("ask", asks[rows - 1 - at], at))}</ol>
      <p className={styles.spread}>
        <Spread tick={tick} decimals={decimals} locale={i18n.locale} />
      </p>
      <ol className={styles.side}>{places(rows).map((at) => line("bid", bids[at], at))}</ol>
    </div>
  );
}

function Level(props: {
  side: "ask" | "bid"; row: BookRow | undefined; priceText: string | undefined; amountText: string | undefined;
  pickLabel: string; onPick: (() => void) | undefined;
}) {
  const { side, row, priceText, amountText, pickLabel, onPick } = props;
  const face = row ? (
    <>
      <span className={styles.bar} style={{ inlineSize: `${Math.round(row.share * 100)}%` }} />
      <span className={styles.price}>{priceText}</span>
      <span className={styles.amount}>{amountText}</span>
    </>
  ) : (
    <Skeleton />
  );
  return (
    <li className={styles.level} data-side={side}>
      {onPick ? (
        <button type="button" className={styles.face} aria-label={`${pickLabel} ${priceText}, ${amountText}`} onClick={onPick}>
          {face}
        </button>
      ) : (
        <span className={styles.face}>{face}</span>
      )}
    </li>
  );
}

function Spread({ tick, decimals, locale }: { tick: Depth["tick"] | undefined; decimals: number; locale: string }) {
  const { t } = useLingui();
  const spread = tick && spreadOf(tick);
  if (spread === undefined) return <>{t`Spread –`}</>;
  const text = formatPrice(spread, decimals, locale);
  return <>{t`Spread ${text}`}</>;
}

function amountShort(amount: number, decimals: number, locale: string): string {
  return amount >= 10_000 ? formatCompact(amount, locale) : formatPrice(amount, Math.min(decimals, 5), locale);
}

function places(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
