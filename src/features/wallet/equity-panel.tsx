import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatSigned,
  HIDDEN_AMOUNT,
  NO_NUMBER,
} from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Change } from "../../ui/change.tsx";
import { Fold } from "../../ui/fold.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Term } from "../../ui/term.tsx";
import { useOnline } from "../platform/use-online.ts";
import { EquityChart } from "./equity-chart.tsx";
import { equityCourse, extremesOf, type EquityDay } from "./equity-course.ts";
import { equityQuery, equitySpans, type EquitySpan } from "./equity-queries.ts";
import styles from "./equity-panel.module.css";

const unit = "USDT";
/** Days of the venue are named by the day that ends with them: its midnight is the next one's first moment. */
const venueZone = "Asia/Shanghai";

/** What the account made or lost, today and over the last days: money that came in or left is neither. */
export function EquityPanel({ hidden }: { hidden: boolean }) {
  const { t, i18n } = useLingui();
  const { locale } = i18n;
  const online = useOnline();
  const [span, setSpan] = useState<EquitySpan>("7");
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(equityQuery(span));
  const course = data && equityCourse(data, Number(span));
  const extremes = course && extremesOf(course.days);
  const signed = (amount: string) => (hidden ? HIDDEN_AMOUNT : formatSigned(amount, locale, 2));
  const dayName = (day: EquityDay, at: number) =>
    at + 1 === course?.days.length ? t`today` : formatDate(day.time - 1, locale, venueZone);
  const aged = error !== null;

  function summary(): string {
    if (!course || !extremes) return "";
    const [whole, high, low] = [
      signed(course.profit),
      signed(extremes.high.course),
      signed(extremes.low.course),
    ];
    const [best, worst] = [extremes.high, extremes.low].map((day) =>
      dayName(day, course.days.indexOf(day)),
    );
    return hidden
      ? t`Profit and loss over ${span} days; amounts are hidden.`
      : t`Profit and loss over ${span} days: ${whole} ${unit}. Highest ${high} (${best}), lowest ${low} (${worst}).`;
  }

  return (
    <div className={styles.frame}>
      <Card
        title={
          <Term term={t`Profit and loss`}>
            <Trans>
              What all you own is worth, less what it was worth before, less what was recharged and
              plus what was withdrawn. Days end at midnight GMT+8, the venue’s zone. A withdrawal
              counts as gone when it is asked for.
            </Trans>
          </Term>
        }
      >
        <dl className={styles.figures}>
          <div>
            <dt>
              <Trans>Today</Trans>
            </dt>
            <dd>
              {hidden && course ? (
                `${HIDDEN_AMOUNT} ${unit}`
              ) : course === undefined && !error ? (
                <Skeleton width="short" />
              ) : (
                <Change
                  value={course?.today}
                  unit="amount"
                  locale={locale}
                  suffix={unit}
                  frozen={aged}
                />
              )}
            </dd>
          </div>
          <div>
            <dt>
              <Trans>Over {span} days</Trans>
            </dt>
            <dd>
              {hidden && course ? (
                `${HIDDEN_AMOUNT} ${unit}`
              ) : course === undefined && !error ? (
                <Skeleton width="short" />
              ) : (
                <Change
                  value={course?.profit}
                  unit="amount"
                  locale={locale}
                  suffix={unit}
                  frozen={aged}
                />
              )}
            </dd>
          </div>
        </dl>
        <Segmented
          label={t`Days`}
          size="small"
          value={span}
          options={equitySpans.map((value) => ({ value, label: t`${value} days` }))}
          onValue={setSpan}
        />
        {hidden ? (
          <p className={styles.note}>
            <Trans>The chart is hidden with the amounts.</Trans>
          </p>
        ) : (
          (course || !error) && (
            <EquityChart
              days={course?.days}
              label={t`Profit and loss by day`}
              summary={summary()}
              describe={(day, at) =>
                t`${dayName(day, at)}: ${signed(day.profit)} ${unit}, until then ${signed(day.course)} ${unit}`
              }
            />
          )
        )}
        {error && (
          <p className={styles.trouble}>
            <span>
              {online ? (
                <Trans>The figures did not arrive.</Trans>
              ) : (
                <Trans>You are offline.</Trans>
              )}{" "}
              {data && <Trans>These are from {formatDateTime(dataUpdatedAt, locale)}.</Trans>}
            </span>
            <Button
              look="quiet"
              size="small"
              busy={isFetching}
              onClick={() => void refetch()}
            >{t`Try again`}</Button>
          </p>
        )}
        {course && (
          <Fold small summary={t`As a table`}>
            <div
              className={styles.scroller}
              role="region"
              aria-label={t`Profit and loss as a table`}
              {...scroller}
            >
              <p className={styles.note}>{summary()}</p>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">
                      <Trans>Day</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Worth, {unit}</Trans>
                    </th>
                    <th scope="col">
                      <Trans>In and out</Trans>
                    </th>
                    <th scope="col">
                      <Trans>Profit or loss</Trans>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {course.days
                    .map((day, at) => ({ day, name: dayName(day, at) }))
                    .toReversed()
                    .map(({ day, name }) => (
                      <tr key={day.time}>
                        <th scope="row">{name}</th>
                        <td>{formatMoney(day.total, "", locale, { decimals: 2, hidden })}</td>
                        <td>
                          {hidden ? HIDDEN_AMOUNT : day.flow === "0" ? NO_NUMBER : signed(day.flow)}
                        </td>
                        <td>{signed(day.profit)}</td>
                      </tr>
                    ))}
                </tbody>
              </table>
            </div>
          </Fold>
        )}
      </Card>
    </div>
  );
}

// What scrolls must be reachable by key.
const scroller = { tabIndex: 0 };
