import { Trans, useLingui } from "@lingui/react/macro";
import type { ClosedPosition } from "#protocol/api/contracts.ts";
import { formatDateTime, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Change } from "../../../ui/figures/change.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { closedRoi } from "./closed-figures.ts";
import { negated } from "../figures/position-size.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import { useContractOf } from "../figures/use-position-facts.ts";
import styles from "./position-card.module.css";

/** A closed position: how it ended, what it won or lost, and what fees and funding made of that. */
export function ClosedCard({ closed }: { closed: ClosedPosition }) {
  const { t, i18n } = useLingui();
  const market = useContractOf(closed.contract_code);
  const words = useContractWords(market);
  const side = words.side(closed.direction);
  const roi = market && closedRoi(closed, market.terms);
  const isLiquidated = closed.close_kind === "liquidation";
  const kind =
    closed.close_kind === "tp"
      ? t`Closed by take profit`
      : closed.close_kind === "sl"
        ? t`Closed by stop loss`
        : isLiquidated
          ? t`Liquidated`
          : closed.close_kind === "settled"
            ? t`Settled by the operator`
            : t`Closed by you`;
  const mark = words.price(closed.mark_price);
  return (
    <article
      className={styles.card}
      aria-label={t`${side} ${closed.lever_rate}× ${closed.contract_code}: ${kind}`}
    >
      <div className={styles.head}>
        <span className={styles.title}>
          <Tag tone={closed.direction === "buy" ? "up" : "down"}>
            {side} {closed.lever_rate}×
          </Tag>
          <span>{closed.contract_code}</span>
        </span>
        <Tag tone={isLiquidated ? "danger" : "plain"}>{kind}</Tag>
      </div>
      <div className={styles.profit}>
        <span>
          <span className={styles.label}>{t`Net result`}</span>{" "}
          <span className={styles.money}>
            {words.hidden ? (
              HIDDEN_AMOUNT
            ) : (
              <Change value={closed.net} currency={words.quote} locale={i18n.locale} arrow />
            )}
          </span>
        </span>
        <Change value={roi ?? undefined} locale={i18n.locale} />
      </div>
      {isLiquidated && (
        <div className={styles.notice}>
          <Banner tone="danger">
            <Trans>
              At the mark price {mark} what was left of the margin no longer covered what must
              remain and the closing fee, so the venue closed it. More than its margin cannot be
              lost.
            </Trans>
          </Banner>
        </div>
      )}
      <KeyValues dense>
        <KeyValue label={t`Size`}>{words.size(closed.volume)}</KeyValue>
        <KeyValue label={t`Entry price`}>{words.price(closed.cost_open)}</KeyValue>
        <KeyValue label={t`Closing price`}>{words.price(closed.close_avg_price)}</KeyValue>
        {isLiquidated && <KeyValue label={t`Mark price then`}>{mark}</KeyValue>}
        <KeyValue label={t`Realised profit`}>{words.exactSigned(closed.realised)}</KeyValue>
        <KeyValue label={t`Fees`}>{words.exactSigned(negated(closed.fee))}</KeyValue>
        <KeyValue label={t`Funding`}>{words.exactSigned(closed.funding)}</KeyValue>
        {isLiquidated && (
          <KeyValue label={t`Margin behind it`}>
            {words.exactSigned(negated(closed.margin_lost))}
          </KeyValue>
        )}
        {isLiquidated && (
          <KeyValue
            label={t`To the insurance`}
            explanation={
              <Trans>
                What was left of the margin after the loss and the fee goes to the venue’s insurance
                account. Below zero: that account paid what your margin did not cover.
              </Trans>
            }
          >
            {words.exactSigned(closed.insurance)}
          </KeyValue>
        )}
        <KeyValue label={t`Net result`} strong>
          {words.exactSigned(closed.net)}
        </KeyValue>
        <KeyValue label={t`Opened`}>{formatDateTime(closed.open_time, i18n.locale)}</KeyValue>
        <KeyValue label={t({ context: "time", message: "Closed" })}>
          {formatDateTime(closed.close_time, i18n.locale)}
        </KeyValue>
      </KeyValues>
    </article>
  );
}
