import { Trans, useLingui } from "@lingui/react/macro";
import { formatAmount as minorText } from "#protocol/amount.ts";
import { formatAmount, formatMoney, formatPrice, formatRate } from "../../lib/format.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { percentText } from "../trading/market-units.ts";
import { distanceText, figuresOf } from "./confirm-check.ts";
import { averageText, fillsAny, slipsNoticeably } from "./estimate.ts";
import { arrivesText, smallText } from "./estimate-texts.ts";
import type { OrderIntent } from "./order-flow.ts";
import { hasStop, type TicketFacts, type TicketSummary } from "./ticket-form.ts";

export interface ConfirmRowsProps {
  intent: OrderIntent;
  summary: TicketSummary;
  facts: TicketFacts;
}

/** An order's figures by the book as it stands: when it starts, at what price, what it costs, brings and binds. */
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
        {figures ? `${about}${smallText(figures.fee, received, market, locale)}` : "–"}
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
          : formatMoney(
              minorText(reserve, isBuy ? scales.quote : scales.base),
              isBuy ? quote : base,
              locale,
            )}
      </KeyValue>
      <KeyValue label={rest ? t`You receive, filled whole` : t`You receive`} strong>
        {figures ? `${about}${arrivesText(figures.arrives, received, market, locale)}` : "–"}
      </KeyValue>
    </KeyValues>
  );
}
