import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { formatDateTime, formatPercent, formatPrice, NO_NUMBER } from "../../lib/format.ts";
import { Card } from "../../ui/lists/card.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { KeyValue, KeyValues } from "../../ui/lists/key-values.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { AgeMark } from "../market/feed/age-mark.tsx";
import { percentOfFraction } from "../market/feed/percent-of-fraction.ts";
import { fundingHistoryQuery } from "../market/feed/market-queries.ts";
import { useAgeOf, usePriceDecimals } from "../market/feed/use-ticker.ts";
import { useClockTick } from "../../api/clock-tick.ts";
import { fullCountdown } from "../../lib/countdown.ts";
import { nextFunding } from "./figures/next-funding.ts";
import { useContractPricesQuery } from "./figures/use-contract-prices.ts";
import styles from "../market/header/market-screen.module.css";

/** Mark and index price, and what longs and shorts pay each other next. */
export function FundingCard({ symbol, contractCode }: { symbol: string; contractCode: string }) {
  const { t, i18n } = useLingui();
  const { data, errorUpdateCount, refetch, isFetching } = useContractPricesQuery(contractCode);
  const settled = useQuery(fundingHistoryQuery(contractCode)).data?.data ?? [];
  const decimals = usePriceDecimals(symbol);
  const age = useAgeOf(data?.ts);
  const second = useClockTick();

  // A poll that follows a failure clears the error until it has failed as well; the card must not flicker with it.
  if (!data && errorUpdateCount > 0) {
    return (
      <Card title={t`Prices and funding`}>
        <ErrorState
          compact
          title={t`Funding did not arrive`}
          retryLabel={t`Try again`}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          <Trans>The rest of this page is not affected.</Trans>
        </ErrorState>
      </Card>
    );
  }

  const rate = data && Number(data.funding_rate);
  const next = data && nextFunding(data, second * 1000);
  const price = (value: string | undefined) =>
    value === undefined ? <Skeleton width="half" /> : formatPrice(value, decimals, i18n.locale);
  const percent = (fraction: string) => formatPercent(percentOfFraction(fraction), i18n.locale, 4);
  return (
    <>
      <Card title={t`Prices and funding`} aside={data && <AgeMark fact={age} />}>
        <KeyValues>
          <KeyValue
            label={t`Mark price`}
            explanation={t`A fair price made from the index and the contract's own market. Profit, loss and liquidation are counted by it, so that a single odd trade cannot liquidate anyone.`}
          >
            {price(data?.mark_price)}
          </KeyValue>
          <KeyValue
            label={t`Index price`}
            explanation={t`The price of the currency itself, without the contract. Funding is paid on it.`}
          >
            {price(data?.index_price)}
          </KeyValue>
          <KeyValue
            label={t`Funding rate`}
            explanation={t`What one side pays the other at each funding, as a share of the position's value. It pulls the contract's price towards the index. Above zero longs pay shorts, below zero shorts pay longs. The venue keeps none of it.`}
          >
            {data ? percent(data.funding_rate) : <Skeleton width="half" />}
          </KeyValue>
          <KeyValue label={t`Who pays`}>
            {rate === undefined
              ? NO_NUMBER
              : rate > 0
                ? t`Longs pay shorts`
                : rate < 0
                  ? t`Shorts pay longs`
                  : t`Nobody`}
          </KeyValue>
          <KeyValue
            label={t`Next funding in`}
            explanation={t`Only positions that are open at that moment pay or receive. Counted on the venue's clock.`}
          >
            {next === undefined ? <Skeleton width="half" /> : fullCountdown(next - second * 1000)}
          </KeyValue>
          {next !== undefined && (
            <KeyValue label={t`That is at`}>{formatDateTime(next, i18n.locale)}</KeyValue>
          )}
        </KeyValues>
      </Card>
      {settled.length > 0 && (
        <Card title={t`Past funding`}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Time</Trans>
                </th>
                <th scope="col">
                  <Trans>Rate</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {settled.map((row) => (
                <tr key={row.funding_time}>
                  <td>{formatDateTime(row.funding_time, i18n.locale)}</td>
                  <td>{percent(row.realized_rate)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      )}
    </>
  );
}
