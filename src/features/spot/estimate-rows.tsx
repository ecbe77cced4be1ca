import { Trans, useLingui } from "@lingui/react/macro";
import { formatAmount as minorText } from "#protocol/amount.ts";
import { formatPrice, formatRate } from "../../lib/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Term } from "../../ui/term.tsx";
import { averageText, fillsAny, leavesRest, percentText, slipsNoticeably, type Estimate } from "./estimate.ts";
import { arrivesText, lotsText, smallText, worthText } from "./estimate-texts.ts";
import type { TicketMarket } from "./ticket-form.ts";
import styles from "./estimate-rows.module.css";

export interface EstimateRowsProps {
  market: TicketMarket;
  side: "buy" | "sell";
  /** Without one the rows stand with dashes, so that nothing jumps. */
  estimate: Estimate | undefined;
  /** What a buy by quantity sets aside until it has filled, in quote units. */
  reserve?: bigint | undefined;
  /** The wish was a sum to spend: what is left of it comes back. */
  spending: boolean;
}

/** What the displayed book would give, with fee and slippage. */
export function EstimateRows({ market, side, estimate, reserve, spending }: EstimateRowsProps) {
  const { t, i18n } = useLingui();
  const { scales, base, quote } = market;
  const received = side === "buy" ? "base" : "quote";
  const locale = i18n.locale;
  const filled = fillsAny(estimate);
  const feePercent = formatRate(percentText(market.feeRate), i18n.locale);
  const slip = filled ? minorText(estimate.slippagePpm, 4) : undefined;

  return (
    <section className={styles.estimate} aria-label={t`Estimate`}>
      <p className={styles.title}>
        <Term term={t`Estimate`}>
          <Trans>
            Computed from the order book on screen. The order fills on the venue’s next snapshot, so it may differ. Three things a
            paper venue cannot show: your order does not move the real market, it arrives at once, and it does not queue.
          </Trans>
        </Term>
      </p>
      <KeyValues dense>
        <KeyValue label={t`Average price`}>
          {filled ? `≈ ${formatPrice(averageText(estimate, scales), scales.price, i18n.locale)} ${quote}` : "–"}
        </KeyValue>
        <KeyValue
          label={t`Slippage`}
          explanation={<Trans>How far the average lies from the best price, because the order takes several levels. The venue stops at 5 %.</Trans>}
          tone={filled && slipsNoticeably(estimate) ? "warning" : undefined}
        >
          {slip === undefined ? "–" : formatRate(slip, i18n.locale, 2)}
        </KeyValue>
        <KeyValue label={t`Before the fee`}>
          {!filled ? "–" : side === "buy" ? `≈ ${lotsText(estimate.filledAmount, market, locale)} ${base}` : `≈ ${worthText(estimate.filledValue, market, locale)} ${quote}`}
        </KeyValue>
        <KeyValue label={t`Fee ${feePercent}`} explanation={<Trans>Taken from what you receive.</Trans>}>
          {filled ? `≈ ${smallText(estimate.fee, received, market, locale)}` : "–"}
        </KeyValue>
        {side === "buy" && !spending && (
          <KeyValue label={t`Set aside`} explanation={<Trans>The most this quantity may cost. What is not needed comes back as soon as the order has filled.</Trans>}>
            {reserve === undefined ? "–" : smallText(reserve, "quote", market, locale)}
          </KeyValue>
        )}
        <KeyValue label={spending && !estimate?.short ? t`Comes back` : t`Not filled`} tone={filled && estimate.short ? "warning" : undefined}>
          {!filled ? "–" : spending ? `≈ ${smallText(estimate.unfilled, "quote", market, locale)}` : leavesRest(estimate) ? `${lotsText(estimate.unfilled, market, locale)} ${base}` : t`Nothing`}
        </KeyValue>
        <KeyValue label={t`You receive`} strong>
          {filled ? `≈ ${arrivesText(estimate.arrives, received, market, locale)}` : "–"}
        </KeyValue>
      </KeyValues>
    </section>
  );
}
