import { Trans, useLingui } from "@lingui/react/macro";
import { formatAmount as minorText } from "#protocol/wire/amount.ts";
import { formatAmount, formatPrice, formatRate } from "../../../lib/format.ts";
import { Fold } from "../../../ui/lists/fold.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { percentText } from "../../trade/ticket/market-units.ts";
import { distanceText, figuresOf } from "./ticket-check.ts";
import { averageText, fillsAny, slipsNoticeably } from "./estimate.ts";
import { sideText } from "./estimate-format.ts";
import {
  type OrderIntent,
  hasStop,
  type TicketFacts,
  hasLimit,
  type TicketDraft,
} from "./ticket-facts.ts";
import { type TicketSummary, partialIntentOf } from "./ticket-form.ts";
import { PaperFills } from "../../trade/ticket/paper-fills.tsx";
import styles from "../../trade/ticket/estimate-rows.module.css";

export interface ConfirmRowsProps {
  intent: OrderIntent;
  summary: TicketSummary;
  facts: TicketFacts;
}

/** An order's figures by the current book: start, price, cost, yield and held amount. */
export function ConfirmRows({ intent, summary, facts }: ConfirmRowsProps) {
  const { t, i18n } = useLingui();
  const locale = i18n.locale;
  const { market, last } = facts;
  const { scales, base, quote } = market;
  const { estimate, rest, reserve } = summary;
  const isBuy = intent.side === "buy";
  const received = isBuy ? "base" : "quote";
  const figures = figuresOf(summary);
  const fills = fillsAny(estimate) ? estimate : undefined;
  const about = figures?.isEstimate ? "≈ " : "";
  const price = (plain: string) => `${formatPrice(plain, scales.price, locale)} ${quote}`;
  const stop = hasStop(intent.type) ? (intent.stop_price ?? undefined) : undefined;
  const away = stop === undefined ? undefined : distanceText(stop, facts);
  const [taker, maker] = [
    formatRate(percentText(market.feeRate), locale),
    formatRate(percentText(market.makerRate), locale),
  ];

  return (
    <KeyValues dense>
      {stop !== undefined && (
        <KeyValue label={t`Starts when`}>
          {intent.operator === "gte"
            ? t`last price ≥ ${price(stop)}`
            : t`last price ≤ ${price(stop)}`}
        </KeyValue>
      )}
      {stop !== undefined && last !== null && away !== undefined && (
        <KeyValue
          label={t`Last price now`}
        >{`${price(minorText(last, scales.price))} (${formatRate(away, locale, 1)})`}</KeyValue>
      )}
      {intent.price !== null && intent.price !== undefined && (
        <KeyValue label={t`Limit`}>{price(intent.price)}</KeyValue>
      )}
      {(intent.type === "market" || fills) && (
        <KeyValue label={rest ? t`Price of what fills at once` : t`Average price`}>
          {fills ? `≈ ${price(averageText(fills, scales))}` : "–"}
        </KeyValue>
      )}
      {intent.type === "market" && (
        <KeyValue
          label={t`Slippage`}
          explanation={
            <Trans>
              How far the average lies from the best price, because the order takes several levels.
              The venue stops at 5 %.
            </Trans>
          }
          tone={fills && slipsNoticeably(fills) ? "warning" : undefined}
        >
          {fills ? formatRate(minorText(fills.slippagePpm, 4), locale, 2) : "–"}
        </KeyValue>
      )}
      <KeyValue
        label={
          !rest
            ? t`Fee ${taker}`
            : stop === undefined && !fills
              ? t`Fee ${maker}`
              : t`Fee up to ${taker}`
        }
        explanation={
          <Trans>
            Taken from what you receive: {taker} of what fills at once, {maker} of what waited in
            the book.
          </Trans>
        }
      >
        {figures ? `${about}${sideText(figures.fee, received, market, locale, "up")}` : "–"}
      </KeyValue>
      <KeyValue
        label={t`Set aside`}
        explanation={
          isBuy ? (
            <Trans>
              The most it may cost. What is not needed comes back when the order is over.
            </Trans>
          ) : (
            <Trans>Not available for anything else until the order is over.</Trans>
          )
        }
      >
        {reserve === undefined
          ? intent.amount
            ? `${formatAmount(intent.amount, locale)} ${base}`
            : "–"
          : sideText(reserve, isBuy ? "quote" : "base", market, locale, "up")}
      </KeyValue>
      <KeyValue label={rest ? t`You receive, filled whole` : t`You receive`} strong>
        {figures ? `${about}${sideText(figures.arrives, received, market, locale)}` : "–"}
      </KeyValue>
    </KeyValues>
  );
}

interface EstimateRowsProps {
  draft: TicketDraft;
  facts: TicketFacts;
  /** Undefined while there is no figure to trust. */
  summary: TicketSummary | undefined;
}

/** What an order would give, in one line once there is an order; a tap shows the rows that will be confirmed. */
export function EstimateRows({ draft, facts, summary }: EstimateRowsProps) {
  const { t, i18n } = useLingui();
  const partial = partialIntentOf(draft, facts);
  const isReady =
    (!hasLimit(draft.type) || partial.price !== null) &&
    (!hasStop(draft.type) || partial.operator !== null);
  const figures = summary && figuresOf(summary);
  if (!isReady || !summary || !figures) return null;
  const received = partial.side === "buy" ? "base" : "quote";
  const about = figures.isEstimate ? "≈ " : "";
  const arrives = `${about}${sideText(figures.arrives, received, facts.market, i18n.locale)}`;
  const fee = `${about}${sideText(figures.fee, received, facts.market, i18n.locale, "up")}`;
  return (
    <section className={styles.estimate} aria-label={t`Estimate`}>
      <Fold
        summary={
          <span className={styles.line}>
            <Trans>
              You receive {arrives} · fee {fee}
            </Trans>
          </span>
        }
      >
        <div className={styles.title}>
          <span>{t`Estimate`}</span>
          <PaperFills />
        </div>
        <ConfirmRows intent={partial} summary={summary} facts={facts} />
      </Fold>
    </section>
  );
}
