import { Trans, useLingui } from "@lingui/react/macro";
import { formatAmount as minorText } from "#protocol/amount.ts";
import { formatAmount, formatMoney, formatPrice, formatRate } from "../../lib/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Term } from "../../ui/term.tsx";
import { averageText, fillsAny, leavesRest, percentText, slipsNoticeably, type Estimate } from "./estimate.ts";
import type { TicketMarket } from "./ticket-form.ts";
import styles from "./estimate-rows.module.css";

export interface EstimateRowsProps {
  market: TicketMarket;
  /** Without one the rows stand with dashes, so that nothing jumps. */
  estimate: Estimate | undefined;
  /** What a buy by quantity sets aside until it has filled, in quote units. */
  reserve?: bigint | undefined;
  /** The wish was a sum to spend: what is left of it comes back. */
  spending: boolean;
}

/** What the displayed book would give, with fee and slippage. */
export function EstimateRows({ market, estimate, reserve, spending }: EstimateRowsProps) {
  const { t, i18n } = useLingui();
  const { scales, base, quote } = market;
  const buying = estimate?.side !== "sell";
  const received = buying ? { flag: base, scale: scales.base } : { flag: quote, scale: scales.quote };
  const money = (units: bigint, flag: string, scale: number) => formatMoney(minorText(units, scale), flag, i18n.locale);
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
        <KeyValue label={t`Fee ${feePercent}`} explanation={<Trans>Taken from what you receive.</Trans>}>
          {filled ? `≈ ${money(estimate.fee, received.flag, received.scale)}` : "–"}
        </KeyValue>
        {reserve !== undefined && (
          <KeyValue label={t`Set aside`} explanation={<Trans>The most this quantity may cost. What is not needed comes back as soon as the order has filled.</Trans>}>
            {money(reserve, quote, scales.quote)}
          </KeyValue>
        )}
        {filled && leavesRest(estimate) && (
          <KeyValue label={estimate.short ? t`Not filled` : t`Comes back`} tone={estimate.short ? "warning" : undefined}>
            {spending ? money(estimate.unfilled, quote, scales.quote) : money(estimate.unfilled, base, scales.amount)}
          </KeyValue>
        )}
        <KeyValue label={t`You receive`} strong>
          {filled ? `≈ ${formatAmount(minorText(estimate.arrives, received.scale), i18n.locale)} ${received.flag}` : "–"}
        </KeyValue>
      </KeyValues>
    </section>
  );
}
