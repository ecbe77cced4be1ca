import { Trans, useLingui } from "@lingui/react/macro";
import { trimZeros } from "#protocol/wire/amount.ts";
import type { CoinFill } from "#protocol/api/spot.ts";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";
import { Fold } from "../../../ui/lists/fold.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import styles from "./order-detail.module.css";

export interface OrderEvidenceProps {
  fill: CoinFill;
  side: "buy" | "sell";
  base: string;
  /** A price in the reader's digits. */
  price: (text: string) => string;
}

/** Why a fill happened at its price, and folded what the market showed there. */
export function OrderEvidence({ fill, side, base, price }: OrderEvidenceProps) {
  const { t, i18n } = useLingui();
  const reason = useFillReason();
  const {
    source,
    version,
    ts,
    best_bid: bid,
    best_ask: ask,
    shown,
    market_trade: trade,
  } = fill.evidence;
  const time = formatDateTime(ts, i18n.locale);
  return (
    <>
      <p className={styles.why}>{reason({ fill, side, base, price })}</p>
      <Fold small summary={<Trans>What the market showed</Trans>}>
        <KeyValues dense>
          <KeyValue label={t`Market`}>
            {source === "sim" ? t`Simulated market` : source.toUpperCase()}
          </KeyValue>
          <KeyValue label={t`Time`}>{time}</KeyValue>
          <KeyValue
            label={t`Order book number`}
            explanation={t`The running number of the order book that this fill was taken from. Anybody who stored that book can check that the price was there.`}
          >
            {String(version)}
          </KeyValue>
          {bid !== null && <KeyValue label={t`Best bid`}>{price(bid)}</KeyValue>}
          {ask !== null && <KeyValue label={t`Best ask`}>{price(ask)}</KeyValue>}
          {shown !== null && (
            <KeyValue label={trade === null ? t`Shown at the price` : t`Traded through the price`}>
              {formatAmount(shown, i18n.locale)} {base}
            </KeyValue>
          )}
          {trade !== null && <KeyValue label={t`The market's trade`}>{trade}</KeyValue>}
        </KeyValues>
      </Fold>
    </>
  );
}

/** In one sentence, why a fill happened at its price. */
function useFillReason(): (facts: OrderEvidenceProps) => string {
  const { t, i18n } = useLingui();
  return ({ fill, side, base, price: priceText }) => {
    const { best_bid: bid, best_ask: ask, shown, market_trade: trade } = fill.evidence;
    const price = priceText(fill.price);
    const size = shown === null ? null : `${formatAmount(shown, i18n.locale)} ${base}`;
    if (fill.role === "maker") {
      if (trade !== null) {
        if (size === null)
          return side === "buy"
            ? t`The market traded below ${price}, where your order rested; it filled at its own price.`
            : t`The market traded above ${price}, where your order rested; it filled at its own price.`;
        return side === "buy"
          ? t`${size} traded below ${price}, where your order rested; it filled at its own price.`
          : t`${size} traded above ${price}, where your order rested; it filled at its own price.`;
      }
      const met = side === "buy" ? ask : bid;
      if (met === null) return t`The market came to ${price}, where your order rested.`;
      const theirs = priceText(met);
      return side === "buy"
        ? t`Sellers came down to ${theirs}. Your order rested at ${price} and filled at its own price.`
        : t`Buyers came up to ${theirs}. Your order rested at ${price} and filled at its own price.`;
    }
    const best = side === "buy" ? ask : bid;
    if (size === null) return t`The order book offered this price when your order met it.`;
    const isBest = best === null || trimZeros(best) === trimZeros(fill.price);
    if (isBest)
      return side === "buy"
        ? t`${size} were for sale at ${price}, the best price when your order met the book.`
        : t`${size} were wanted at ${price}, the best price when your order met the book.`;
    const first = priceText(best);
    return side === "buy"
      ? t`${size} were for sale at ${price}, the next price above the best one of ${first}.`
      : t`${size} were wanted at ${price}, the next price below the best one of ${first}.`;
  };
}
